#!/usr/bin/env bash
# A sweep plots its results; whatever happens then, the results and the exit code stay the same. The scripts
# are real; the programs that they build and call are fakes. Usage: end_of_sweep.sh SCRIPTS
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/root/build/release/bin" "$work/root/profiles" "$work/bin"
cp -r "$1" "$work/root/scripts"
printf '[barrier]\nwork = 1\n[mutex]\n[pool]\n' >"$work/root/profiles/figures.profile"
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

# The paper's machine is simulated beside: those of its figures that were measured.
# shellcheck disable=SC2016
simulating='echo "$@" >>calls
row() { echo "{\"experiment\":\"$1\"${2:-}}"; }
output=; list=/dev/null
for ((i = 1; i <= $#; ++i)); do
  next=$((i + 1))
  case ${!i} in
    --output | --resume) output=${!next} ;;
    --list-results) list=${!next} ;;
  esac
done
mkdir -p "$output"
if [[ $output == */simulated ]]; then
  touch "$output/machine.json"
  [[ ! -e simulation_exits ]] || exit "$(cat simulation_exits)"
else
  { row mutex "${simulated-}"; row storm; row barrier; row mutex; } >>"$output/results.jsonl"
  echo "$output" >"$list"
fi'
make_tool "$plot" 'echo "plotted $1"'
make_tool "$bench" "$simulating"
: >calls
sweep 0 "plotted two" --output two
grep -qx "sweep --machine skylake-4s --profile figures --experiment barrier,mutex --output two/simulated" calls ||
  fail "not simulated: $(cat calls)"
sweep 0 "simulation 0:0" --resume two # its time is printed like that of other parts
grep -qx "sweep --resume two/simulated" calls || fail "the simulation was not continued: $(cat calls)"
sweep 0 "plotted two" --resume two --force
grep -qx "sweep --resume two/simulated --force" calls || fail "--force was lost: $(cat calls)"

# not_simulated ARGUMENT...: these arguments leave it out.
not_simulated() {
  : >calls
  sweep 0 "plotted three" "$@"
  [[ $(grep -c . calls) == 1 ]] || fail "'$*' simulates the paper's machine: $(cat calls)"
}
not_simulated --output three --without-simulation
grep -q without-simulation calls && fail "the tool does not know --without-simulation"
not_simulated --output three --machine host
not_simulated --output three --slurm
make_tool "$bench" "simulated=',\"simulated\":true'; $simulating"
rm -r three
not_simulated --output three

# What goes wrong with the simulation does not touch the measured results, and the message says how to go on.
make_tool "$bench" "$simulating"
echo 2 >simulation_exits
sweep 0 "the measured results are safe in four. To go on with it, run: scripts/sweep --resume four" --output four
sweep 0 "plotted four" --resume four
echo 1 >simulation_exits # a cell has failed: the others are there
output=$(PATH="$work/bin:$PATH" root/scripts/sweep --skip-setup --output five 2>&1)
[[ $output != *"not complete"* ]] || fail "one failed cell is not the end of a simulation: $output"
echo 130 >simulation_exits
sweep 130 "run: scripts/sweep --resume six" --output six
sweep 130 "plotted six" --output six
rm simulation_exits
make_tool "$bench" "$simulating; exit 130"
: >calls
sweep 130 "scripts/sweep --resume seven does both" --output seven
[[ $(grep -c . calls) == 1 ]] || fail "simulated after an interrupted sweep: $(cat calls)"
