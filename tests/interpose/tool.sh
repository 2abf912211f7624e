#!/usr/bin/env bash
# What cqs-run says about wrong input, and that output and exit codes are the program's own.
set -euo pipefail
run=$1
program=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "tool.sh: $1" >&2
  exit 1
}

# expect CODE TEXT COMMAND...: the command ends with the code, and its output contains the text.
expect() {
  local code=$1 text=$2 result=0
  shift 2
  "$@" >"$scratch/output" 2>&1 || result=$?
  [[ $result == "$code" ]] || fail "$* ended with $result instead of $code: $(cat "$scratch/output")"
  [[ -z $text ]] || grep -qF -- "$text" "$scratch/output" || fail "$* did not say '$text' but: $(cat "$scratch/output")"
}

expect 0 'cqs.parking_at_once' "$run" --list
expect 0 '--lock' "$run" --help
expect 125 "did you mean 'park.k42'?" "$run" --lock park.k24 -- true
expect 125 "there is no lock 'tbb'" "$run" --rwlock tbb -- true
expect 125 'no program is given' "$run" --lock cqs
expect 125 '--help' "$run" --no-such-option -- true
expect 125 "there is no program 'no-such-program' in PATH" "$run" -- no-such-program
expect 125 "there is no program '/no/such/program'" "$run" -- /no/such/program
expect 125 'not an executable file' "$run" -- /etc/passwd

# A folder of PATH that cannot be looked into is none of the program's.
PATH="$(printf 'x%.0s' {1..300}):$PATH" expect 0 '' "$run" -- true

# The loader would not find the library, or the statistics would be lost: both without an error.
mkdir -p "$scratch/a b/bin" "$scratch/a b/lib"
cp "$run" "$scratch/a b/bin/"
touch "$scratch/a b/lib/libcqs-interpose-cqs.so"
expect 125 'space' "$scratch/a b/bin/cqs-run" -- true
expect 125 "--statistics: '/no/such/folder/file' cannot be written" "$run" --statistics /no/such/folder/file -- true

printf 'int main() {}\n' >"$scratch/static.cpp"
if "${CXX:-c++}" -static -o "$scratch/static" "$scratch/static.cpp" 2>/dev/null; then
  expect 125 'is linked statically' "$run" -- "$scratch/static"
fi

# A set-uid program of another user: made if this user may do that, else one of the system's.
other=$(type -P su || true)
if [[ $(id -u) == 0 ]]; then
  cp "$(type -P true)" "$scratch/other"
  chown nobody "$scratch/other"
  chmod 4755 "$scratch/other"
  other=$scratch/other
fi
if [[ -u $other ]]; then
  expect 125 'is set-uid or set-gid' "$run" -- "$other"
fi

# A program with capabilities: only root may make one, and they are nothing new to root.
as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
cp "$(type -P true)" "$scratch/capable"
chmod 755 "$scratch"
if setcap cap_net_raw+ep "$scratch/capable" 2>/dev/null && "${as_nobody[@]}" test -x "$run" 2>/dev/null; then
  expect 125 'has capabilities' "${as_nobody[@]}" "$run" -- "$scratch/capable"
  expect 0 '' "$run" -- "$scratch/capable"
fi

expect 0 'a b|c' "$run" -- sh -c 'echo "$0|$1"' 'a b' c
expect 7 '' "$run" -- sh -c 'exit 7'
expect 139 '' "$run" -- sh -c 'kill -SEGV $$'
[[ $("$run" -- sh -c 'echo out; echo err >&2' 2>/dev/null) == out ]] || fail 'stdout is not the one of the program'
[[ $(echo in | "$run" -- cat) == in ]] || fail 'stdin does not reach the program'

# The locks were ours, and those that processes share were passed to glibc.
"$run" --statistics "$scratch/statistics" -- "$program" >/dev/null
awk -F '\t' '
  { constructed[$2] += $3; passed[$2] += $4 }
  END {
    for (kind in constructed) if (constructed[kind] == 0) { print "no " kind " was constructed"; exit 1 }
    if (passed["mutex"] < 3 || passed["condition"] < 1 || passed["semaphore"] < 1 || passed["spin"] < 1) { print "not passed"; exit 1 }
  }' "$scratch/statistics" || fail "wrong statistics: $(cat "$scratch/statistics")"
echo 'all passed'
