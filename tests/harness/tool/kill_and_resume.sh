#!/usr/bin/env bash
# kill -9 during a sweep, then --resume: the same samples as an undisturbed sweep, each once.
source "$(dirname "$0")/support.sh"

expect 0 "$tool" sweep --profile calm.profile --output whole

"$tool" sweep --profile calm.profile --output broken >/dev/null 2>&1 &
sweep=$!
for ((i = 0; i < 200; ++i)); do
  [[ -s broken/results.jsonl ]] && (($(wc -l <broken/results.jsonl) >= 5)) && break
  sleep 0.02
done
kill -9 $sweep
wait $sweep 2>/dev/null || true
taken=$(wc -l <broken/results.jsonl)
((taken >= 5 && taken < 24)) || fail "the sweep was not killed in its middle, but after $taken samples"

expect 0 "$tool" sweep --resume broken
diff <(samples whole) <(samples broken) || fail "the union of both parts is not the whole"
[[ -s broken/summary.md ]] || fail "there is no summary"

expect 0 "$tool" sweep --resume broken
says "0 cells, 0 samples"
diff <(samples whole) <(samples broken) || fail "nothing was left to do, and yet something was done"
