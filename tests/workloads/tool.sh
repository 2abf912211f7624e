#!/usr/bin/env bash
# The real tool on real cells: a small sweep of several experiments, the names that others rely on, the
# measures of rows.
source "$(dirname "$0")/../harness/tool/support.sh"

# All built-in profiles fit the experiments.
for profile in quick paper full; do
  expect 0 "$tool" sweep --profile $profile --dry-run
  says "cells"
done
expect 0 "$tool" sweep --print-profile
says "[storm]"
expect 0 "$tool" list --implementations
says "cqs.mutex"
expect 0 "$tool" list
for cell in mutex/impl:cqs.mutex/work:100/threads:2 handoff/impl:limit.futex/kind:semaphore/threads:2 \
  uncontended/impl:limit.rmw_pair/kind:mutex/threads:1 abort/impl:cqs.semaphore.async.smart/by:request/waiters:1000/threads:1 \
  release_after_aborts/impl:cqs.semaphore.async.smart/here:1/aborted:1000000/threads:1; do
  says "$cell"
done

expect 0 "$tool" sweep --impl 'cqs.mutex,std.mutex,control.empty' --experiment mutex,uncontended --processes 2 --sample-ms 50 --output out
says "failed"
grep -q '"status":"failed"' out/results.jsonl && fail "a cell has failed: $(grep -h '"status":"failed"' out/results.jsonl | cut -c1-1000)"
row=$(grep -m 1 '"cell":"mutex/impl:cqs.mutex/work:100/threads:4"' out/results.jsonl)
for measure in ns_per_op ops jain fifo_violations wait_p50_ns wait_p999_ns wait_max_ns voluntary_switches_per_op \
  involuntary_switches_per_op peak_rss_kb segments work_ns; do
  [[ $row == *"\"$measure\":"* ]] || fail "the row lacks $measure: $row"
done
[[ $row == *'"fifo_violations":0.0'* ]] || fail "the mutex is not fair: $row"
[[ $row == *'"wait_histogram":[['* ]] || fail "the row has no histogram"
grep -q '## mutex' out/summary.md || fail "the summary lacks an experiment"
