#!/usr/bin/env bash
# Real cells as tasks of a real Slurm, measured and simulated: the same samples as of a sweep on this machine.
source "$(dirname "$0")/../harness/support.sh"

few=(--profile quick --experiment mutex,uncontended --impl cqs.mutex,std.mutex --processes 2 --sample-ms 5)
expect 0 "$tool" sweep "${few[@]}" --output local
expect 0 "$tool" sweep "${few[@]}" --slurm --output measured
says "submitted 2 tasks"
cat measured/machines/*/results.jsonl >measured/results.jsonl
diff <(samples local) <(samples measured) || fail "the measured samples are not those of a sweep on this machine"

# A figure of a machine that is not there: the very same times, too.
figure=(--machine skylake-4s --profile quick --experiment mutex --impl cqs.mutex,aqs.mutex.fair --threads 2,8 --processes 1)
times() {
  sed -E 's/.*"cell":"([^"]*)".*"ns_per_op":([^,}]*).*/\1 \2/' "$1" | sort
}
expect 0 "$tool" sweep "${figure[@]}" --output simulated-here
expect 0 "$tool" sweep "${figure[@]}" --slurm --output simulated-there
says "submitted 2 tasks"
[[ -n $(times simulated-here/results.jsonl) ]] || fail "nothing was simulated"
diff <(times simulated-here/results.jsonl) <(times simulated-there/machines/simulated-skylake-4s/results.jsonl) ||
  fail "what was simulated on a node differs from what was simulated here"
