# Helpers of the script tests. Usage: source support.sh, with the tool as the script's first argument.
set -euo pipefail

tool=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
  echo "FAILED: $1" >&2
  exit 1
}

# expect CODE COMMAND...: runs the command, stores its output in $output, and checks its exit code.
expect() {
  local wanted=$1 code=0
  shift
  output=$("$@" 2>&1) || code=$?
  [[ $code == "$wanted" ]] || fail "'$*' exited with $code instead of $wanted: $output"
}

# says TEXT: the output of the last `expect` contains the text.
says() {
  [[ $output == *"$1"* ]] || fail "'$1' is not in: $output"
}

# Prints the samples of a results file, one per line, sorted.
samples() {
  # A disturbed sample that was taken again counts once.
  grep -v '"attempt":[1-9]' "$1/results.jsonl" |
    sed -E 's/.*"cell":"([^"]*)".*"placement":"([^"]*)".*"process":([0-9]+).*/\1 \2 \3/' | sort
}

ends_with_a_line() {
  [[ -z $(tail -c 1 "$1") ]]
}

# The built-in profiles speak of experiments that are not here. Other tests may run beside: nothing is judged as disturbed.
cat >good.profile <<'PROFILE'
processes = 3
sample_ms = 1
repeats = 0
[good]
size = 1, 2
threads = 1, 2
PROFILE
cat >calm.profile <<'PROFILE'
processes = 3
sample_ms = 1
repeats = 0
[calm]
size = 1, 2
threads = 1, 2
PROFILE
