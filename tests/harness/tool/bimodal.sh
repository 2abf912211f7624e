#!/usr/bin/env bash
# A cell whose processes are in one of two modes is reported as such; a noisy one is not.
source "$(dirname "$0")/support.sh"

cat >odd.profile <<'PROFILE'
processes = 6
sample_ms = 1
repeats = 0
[odd]
size = 1
threads = 1
implementations = cqs.*
PROFILE
expect 0 "$tool" sweep --profile odd.profile --output out
grep -q '## Cells with more than one mode' out/summary.md || fail "the summary has no list of modes"
grep -qE '^\| `cqs.two_modes` \| 10[0-9] \(50 %\), 9[0-9]+ \(50 %\) † \|' out/summary.md || fail "a plain median: $(cat out/summary.md)"
grep -qE '^\| `odd/impl:cqs.two_modes/.*\(50 %\)' out/summary.md || fail "the modes are not listed"
grep -q '`odd/impl:cqs.noisy/size:1/threads:1 @compact` |' out/summary.md && fail "noise is taken for modes"
expect 0 "$tool" compare out out
says "2 modes in A: "
[[ $(grep -c "modes in" <<<"$output") == 2 ]] || fail "the noisy cell has modes as well: $output"
