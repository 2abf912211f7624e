#!/usr/bin/env bash
# Real cells as tasks of a real Slurm, measured and simulated: the samples are those of a local sweep.
source "$(dirname "$0")/../harness/tool/support.sh"

few=(--profile quick --experiment mutex,uncontended --impl cqs.mutex,std.mutex --processes 2 --sample-ms 5)
expect 0 "$tool" sweep "${few[@]}" --output local
expect 0 "$tool" sweep "${few[@]}" --slurm --output measured
says "submitted 2 tasks"
cat measured/machines/*/results.jsonl >measured/results.jsonl
diff <(samples local) <(samples measured) || fail "the samples differ from those of a local sweep"

# A simulated figure: the times are equal, too.
figure=(--machine skylake-4s --profile quick --experiment mutex --impl cqs.mutex,aqs.mutex.fair --threads 2,8 --processes 1)
times() {
  sed -E 's/.*"cell":"([^"]*)".*"ns_per_op":([^,}]*).*/\1 \2/' "$1" | sort
}
expect 0 "$tool" sweep "${figure[@]}" --output simulated-here
expect 0 "$tool" sweep "${figure[@]}" --slurm --output simulated-there
says "submitted 2 tasks"
[[ -n $(times simulated-here/results.jsonl) ]] || fail "no cell was simulated"
diff <(times simulated-here/results.jsonl) <(times simulated-there/machines/simulated-skylake-4s/results.jsonl) ||
  fail "the times simulated on a node differ from those simulated locally"
