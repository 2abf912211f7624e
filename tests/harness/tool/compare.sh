#!/usr/bin/env bash
# Compares two results directories: equal ones, a slower one, ones of different machines.
source "$(dirname "$0")/support.sh"

take() {
  FAKE_FACTOR=$2 "$tool" sweep --profile good.profile --impl std.thing --threads 1 --processes 8 --output "$1" >/dev/null 2>&1
}
take a 2
take b 2
take c 3

expect 0 "$tool" compare a b
says "0 slower, 0 faster, 2 alike"
says "of 2 cells with an interval, 2 (100 %) repeat"
expect 1 "$tool" compare a c
says "2 slower"
says "1.500"
expect 0 "$tool" compare c a
says "2 faster"
expect 0 "$tool" compare a c --alpha 0.0000001
expect 2 "$tool" compare a c --experiment calm
says "no cell in common"

sed -i -E 's/("machine_id": ")[^"]*/\1other/' c/machine.json
expect 2 "$tool" compare a c
says "different machines"
says "--force"
expect 1 "$tool" compare a c --force
says "note: the results are of different machines"

# Too few samples are reported.
"$tool" sweep --profile good.profile --output few >/dev/null 2>&1
expect 0 "$tool" compare few few
says "no single change can be significant"

# The claims need a simulated and a measured sweep.
expect 2 "$tool" claims a b
says "takes the results of a simulated sweep"

# Results of another schema are refused.
sed -i 's/"schema":3/"schema":99/' b/results.jsonl
expect 2 "$tool" compare a b
says "schema 99"
