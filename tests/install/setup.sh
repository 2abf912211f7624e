#!/usr/bin/env bash
# scripts/setup if nothing can be installed: it continues without optional packages, and fails without
# required ones.
set -euo pipefail
setup=$(cd "$(dirname "$0")/../.." && pwd)/scripts/setup
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A machine with these commands only. `dpkg-query` reports everything as installed except $ABSENT.
for tool in bash env dirname cat; do
  ln -s "$(command -v $tool)" "$work/$tool"
done
cat >"$work/dpkg-query" <<'STUB'
#!/usr/bin/env bash
for name in $ABSENT; do
  [[ $name != "${@: -1}" ]] || exit 1
done
printf installed
STUB
chmod +x "$work/dpkg-query"

# expect CODE TEXT ABSENT [ARGUMENT...]
expect() {
  local code=0 wanted_code=$1 text=$2 absent=$3 result
  shift 3
  result=$(ABSENT=$absent PATH=$work bash "$setup" --without-folly "$@" 2>&1) || code=$?
  if [[ $code != "$wanted_code" || $result != *"$text"* ]]; then
    echo "setup $* without '$absent' exited with $code (expected $wanted_code); its output should contain '$text': $result" >&2
    exit 1
  fi
}

expect 0 "packages are installed" ""
expect 0 "continuing without python3-matplotlib libtbb-dev: the suite skips the parts that need them" "libtbb-dev python3-matplotlib"
expect 1 "install them by hand: cmake" "cmake libtbb-dev"
expect 1 "install them by hand: spin" "spin" --with-tests
expect 0 "packages are installed" "spin"
expect 1 "missing: libtbb-dev" "libtbb-dev" --check
expect 2 "unknown argument '--fast'" "" --fast

cat >"$work/apt-get" <<'STUB'
#!/usr/bin/env bash
exit 100
STUB
chmod +x "$work/apt-get"
if ((EUID == 0)); then
  expect 0 "check the network and the package sources" "libtbb-dev"
else
  expect 0 "installing packages requires root or sudo" "libtbb-dev"
fi
