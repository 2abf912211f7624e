#!/usr/bin/env bash
# The built-in profiles with a real Slurm: plans all of them, and runs all of `quick` with the shortest
# samples.
source "$(dirname "$0")/../harness/tool/support.sh"

expect 2 "$tool" sweep --profile nothing
profiles=$(sed -nE 's/.*neither a profile \(([a-z, ]+)\).*/\1/p' <<<"$output" | tr -d ,)
[[ " $profiles " == *" quick "* ]] || fail "the list of profiles is wrong: $output"

for profile in $profiles; do
  expect 0 "$tool" sweep --profile "$profile" --slurm --dry-run
  says " chunks, "
done
expect 0 "$tool" sweep --profile quick --machine skylake-4s --slurm --dry-run
says " chunks, "

# A sample runs in a process, which takes longer than the millisecond of measurement.
all=(--profile quick --processes 1 --sample-ms 1)
expect 0 "$tool" sweep "${all[@]}" --slurm --output measured
says " 0 failed, 0 timed out"
cat measured/machines/*/results.jsonl >measured/results.jsonl
expect 0 "$tool" sweep "${all[@]}" --dry-run
read -r _ _ planned _ skipped _ <<<"$output"
[[ $(samples measured | uniq | wc -l) == $((planned + skipped)) ]] ||
  fail "the plan was $output, but the number of samples is $(samples measured | wc -l)"
