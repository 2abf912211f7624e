#!/usr/bin/env bash
# Ctrl-C in mid-sweep: a summary of what there is, an exit code that says so, and nothing half-written.
source "$(dirname "$0")/support.sh"

# Without job control, a shell starts what runs in the background with Ctrl-C ignored.
set -m
"$tool" sweep --profile calm.profile --output out >log 2>&1 &
sweep=$!
for ((i = 0; i < 200; ++i)); do
  [[ -s out/results.jsonl ]] && (($(wc -l <out/results.jsonl) >= 3)) && break
  sleep 0.02
done
kill -INT $sweep
code=0
wait $sweep || code=$?
((code == 130)) || fail "exit code $code instead of 130: $(cat log)"
grep -q "go on with: cqs-bench sweep --resume out" log || fail "it does not say how to go on: $(cat log)"
[[ -s out/summary.md ]] || fail "there is no summary"
ends_with_a_line out/results.jsonl || fail "the last line was not finished"
grep -q '"ended": "interrupted"' out/machine.json || fail "machine.json does not tell of the interruption"

expect 0 "$tool" sweep --resume out
(($(wc -l <out/results.jsonl) == 24)) || fail "there are $(wc -l <out/results.jsonl) rows instead of 24"
