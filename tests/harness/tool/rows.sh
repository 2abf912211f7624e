#!/usr/bin/env bash
# The rows of a sweep: ok, failed, crashed, hung and skipped samples; also Google Benchmark's flags.
source "$(dirname "$0")/support.sh"

cat >all.profile <<'PROFILE'
processes = 1
sample_ms = 1
timeout_s = 5
repeats = 0
[good]
size = 1
threads = 1
[bad]
size = 1
threads = 1
PROFILE
expect 0 "$tool" sweep --profile all.profile --dry-run
says "5 cells, 5 samples, 1 skipped"

expect 1 "$tool" sweep --profile all.profile --output out
says "2 ok, 2 failed, 1 timed out, 1 skipped"
count() {
  grep -c "$1" out/results.jsonl || true
}
(($(count '"schema":3') == 6)) || fail "a row lacks its schema"
(($(count '"impl":"cqs.violates".*"status":"failed","reason":"permits at the end: 2 instead of 1"') == 1)) || fail "no violation"
(($(count '"impl":"cqs.crashes".*"status":"failed".*signal 11') == 1)) || fail "no crash"
(($(count '"impl":"std.hangs".*"status":"timeout"') == 1)) || fail "no timeout"
(($(count '"impl":"other.thing".*"status":"skipped","reason":"it lacks a leg"') == 1)) || fail "no skipped row"
(($(count '"cell":"good/impl:cqs.thing/size:1/threads:1".*"params":{"size":1},"threads":1.*"ns_per_op":10') == 1)) || fail "no sample"
grep -q 'permits at the end' out/summary.md || fail "the summary hides the failure"
grep -q 'Remedy' out/summary.md || fail "a warning lacks its remedy"
grep -q '"machine_id"' out/machine.json || fail "no fingerprint"

# Interleaved: the rounds follow each other, each in a different order.
expect 0 "$tool" sweep --profile good.profile --output rounds
processes=$(sed -nE '/"status":"ok"/s/.*"process":([0-9]+).*/\1/p' rounds/results.jsonl | uniq | tr '\n' ' ')
[[ $processes == "0 1 2 " ]] || fail "the rounds are mixed: $processes"
round() {
  sed -nE "/\"status\":\"ok\"/s/.*\"cell\":\"([^\"]*)\".*\"process\":$1,.*/\1/p" rounds/results.jsonl
}
[[ $(round 0) != "$(round 1)" ]] || fail "two rounds are in the same order"
diff <(round 0 | sort) <(round 1 | sort) || fail "two rounds differ"

# Filters.
expect 0 "$tool" sweep --profile good.profile --impl 'std.*' --threads 7 --processes 2 --output filtered
(($(wc -l <filtered/results.jsonl) == 4)) || fail "the filters leave $(wc -l <filtered/results.jsonl) rows instead of 4"
grep -vq 'threads:7' filtered/results.jsonl && fail "another number of threads"

# Google Benchmark's flags and files, under our names.
expect 0 "$tool" run --profile good.profile --benchmark_filter='impl:cqs.thing/size:1/threads:1$' --benchmark_repetitions=3 \
  --benchmark_out=out.json
says "good/impl:cqs.thing/size:1/threads:1_median"
grep -q '"name": "good/impl:cqs.thing/size:1/threads:1"' out.json || fail "another name in Google Benchmark's file"
expect 0 "$tool" run --profile good.profile --benchmark_list_tests=true --benchmark_filter=cqs
[[ $output == $'good/impl:cqs.thing/size:1/threads:1\ngood/impl:cqs.thing/size:1/threads:2\n'* ]] || fail "a wrong list: $output"
expect 1 "$tool" run --cell bad/impl:cqs.violates/size:1/threads:1
says "permits at the end"
expect 0 "$tool" list --implementations
says "a table"
expect 0 "$tool" list --profile good.profile
says "good/impl:other.thing  (skipped: it lacks a leg)"
