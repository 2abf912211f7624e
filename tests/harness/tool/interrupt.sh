#!/usr/bin/env bash
# Ctrl-C during a sweep: a summary of the finished samples, its own exit code, and no partial row.
source "$(dirname "$0")/support.sh"

# Without job control, a shell starts background jobs with Ctrl-C ignored.
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
