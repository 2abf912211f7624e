#!/usr/bin/env bash
# A sweep plots its results; whatever happens then, the results and the exit code stay the same. The scripts
# are real; the programs that they build and call are fakes. Usage: end_of_sweep.sh SCRIPTS
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/root/build/release/bin" "$work/bin"
cp -r "$1" "$work/root/scripts"
cd "$work"

fail() {
  echo "FAILED: $1" >&2
  exit 1
}

make_tool() {
  printf '#!/usr/bin/env bash\n%s\n' "$2" >"$1"
  chmod +x "$1"
}

# sweep CODE TEXT ARGUMENT...: runs it, and checks its exit code and its output.
sweep() {
  local wanted=$1 text=$2 code=0 output
  shift 2
  output=$(PATH="$work/bin:$PATH" root/scripts/sweep --skip-setup "$@" 2>&1) || code=$?
  [[ $code == "$wanted" ]] || fail "exited with $code instead of $wanted: $output"
  [[ $output == *"$text"* ]] || fail "'$text' is not in: $output"
}

make_tool bin/cmake 'exit 0'
bench=root/build/release/bin/cqs-bench
plot=root/build/release/bin/cqs-plot
# Like the tool: takes --results-root and --list-results from the script, and reports the results directory.
# shellcheck disable=SC2016
measure='shift; output=
while (($# > 0)); do
  case $1 in
    --results-root) output=${output:-$2/now}; shift ;;
    --list-results) list=$2; shift ;;
    --output=*) output=${1#*=} ;;
    --output | --resume) output=$2; shift ;;
  esac
  shift
done
mkdir -p "$output"; echo row >>"$output/results.jsonl"; echo "$output" >"$list"'

make_tool "$plot" 'echo "plotted $1"'
make_tool "$bench" "$measure"
sweep 0 "plotted out" --output out
sweep 0 "sweep: build 0:0" --output out # the time of each part
sweep 0 "plotted out" --output=out
sweep 0 "plotted out" --resume out
sweep 0 "plotted $work/root/results/local/now"

make_tool "$bench" "$measure; exit 130"
sweep 130 "plotted out" --output out

# Ctrl-C also reaches the script.
make_tool "$bench" "$measure; trap 'exit 130' INT; kill -INT \$PPID; exit 130"
sweep 130 "plotted out" --output out

make_tool "$bench" "$measure; exit 1"
make_tool "$plot" 'echo "cqs-plot: no matplotlib: apt-get install python3-matplotlib" >&2; exit 2'
rows=$(wc -l <out/results.jsonl)
sweep 1 "the results are safe in out" --output out
sweep 1 "apt-get install python3-matplotlib" --output out
[[ $(wc -l <out/results.jsonl) == $((rows + 2)) ]] || fail "rows were lost"

rm "$plot"
make_tool bin/cmake '[[ $* != *cqs-plot* ]]'
sweep 1 "it needs pybind11-dev, libpython3-dev and python3-matplotlib" --output out

# A sweep without samples plots nothing.
make_tool "$bench" 'echo "about 5 s"'
output=$(PATH="$work/bin:$PATH" root/scripts/sweep --skip-setup --dry-run --output out 2>&1)
[[ $output != *figures* ]] || fail "a dry run was plotted: $output"
