#!/usr/bin/env bash
# Busy loops beside a tiny sweep: its samples are marked as disturbed, taken again, and all are kept.
source "$(dirname "$0")/support.sh"

cat >busy.profile <<'PROFILE'
processes = 2
sample_ms = 60
repeats = 1
[odd]
size = 1
threads = 1
implementations = std.busy
PROFILE
loops=()
stop() {
  ((${#loops[@]} == 0)) || kill "${loops[@]}" 2>/dev/null || true
  loops=()
}
trap 'stop; rm -rf "$work"' EXIT
for ((i = 0; i < 3 * $(nproc); ++i)); do
  (while :; do :; done) &
  loops+=($!)
done
expect 0 "$tool" sweep --profile busy.profile --output out
stop
says "4 ok"
says "4 disturbed"
count() {
  grep -cE "$1" out/results.jsonl || true
}
(($(count '"process":0,"attempt":0,"disturbed":"[a-z]') == 1)) || fail "not noticed: $(cat out/results.jsonl)"
(($(count '"process":0,"attempt":1,') == 1)) || fail "not repeated: $(cat out/results.jsonl)"
(($(wc -l <out/results.jsonl) == 4)) || fail "not all are kept"
for measure in steal_share others_share load reference_ns cpu_ns_per_op; do
  (($(count "\"$measure\":") == 4)) || fail "a row lacks $measure"
done
grep -q '4 samples were disturbed' out/summary.md || fail "the summary hides it: $(cat out/summary.md)"
# On a machine that is busy anyway, the four times may look like two modes: then those are shown, with the same mark.
grep -qE '^\| `std.busy` \| [0-9][^|]* ‡ \|  \|' out/summary.md || fail "a disturbed median is shown as any other: $(cat out/summary.md)"

# Nothing is judged where nobody asks for it.
sed -i 's/repeats = 1/repeats = 0/' busy.profile
expect 0 "$tool" sweep --profile busy.profile --output quiet
says "2 ok"
says "0 disturbed"
