#!/usr/bin/env bash
# A folder that is not writable, and a full disk: the message is clear, and existing rows survive.
source "$(dirname "$0")/support.sh"

touch file
expect 2 "$tool" sweep --profile good.profile --output file/folder
says "cannot be made"
says "--output"

mkdir full
ln -s /dev/full full/results.jsonl
expect 2 "$tool" sweep --profile good.profile --output full
says "cannot be written"
says "make room"

expect 0 "$tool" sweep --profile good.profile --output out
cp out/machine.json full/machine.json
rm full/results.jsonl
head -n 15 out/results.jsonl >full/results.jsonl
cp full/results.jsonl before

# A limit on the file size cuts a row in the middle, like a disk that fills up.
limit=$(($(stat -c %s before) / 1024 + 1))
code=0
output=$( (trap '' XFSZ; ulimit -f "$limit"; "$tool" sweep --resume full) 2>&1) || code=$?
[[ $code == 2 ]] || fail "exit code $code: $output"
says "cannot be written"
cmp -n "$(stat -c %s before)" before full/results.jsonl || fail "earlier rows were changed"
ends_with_a_line full/results.jsonl || fail "half a row was left"

expect 0 "$tool" sweep --resume full
diff <(samples out) <(samples full) || fail "the samples are not those of an undisturbed sweep"
