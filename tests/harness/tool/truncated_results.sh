#!/usr/bin/env bash
# A results file that ends in the middle of a line: the tool reports it, cuts it off, and repeats the sample.
source "$(dirname "$0")/support.sh"

expect 0 "$tool" sweep --profile good.profile --output out
samples out >before
size=$(stat -c %s out/results.jsonl)
truncate -s $((size - 40)) out/results.jsonl

expect 0 "$tool" compare out out
says "cells"
expect 0 "$tool" sweep --resume out
says "never finished"
says "1 samples"
diff before <(samples out) || fail "the samples are not those from before"

# Zeros, as a file system may leave them after a power cut.
printf '\0\0\0\0\n' >>out/results.jsonl
expect 0 "$tool" sweep --resume out
says "5 bytes are cut off"
diff before <(samples out) || fail "the samples are not those from before"

# Damage in the middle is not a truncation.
sed -i '2s/^.\{30\}//' out/results.jsonl
expect 2 "$tool" sweep --resume out
says "line 2"
