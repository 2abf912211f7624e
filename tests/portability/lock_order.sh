#!/usr/bin/env bash
# The thread sanitizer reports two of our mutexes that are locked in opposite orders, and nothing for one order.
set -euo pipefail
compiler=$1 source_dir=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$compiler" -std=c++20 -O1 -g1 -fsanitize=thread -DCQS_TSAN_MUTEXES -pthread -I"$source_dir/primitives" \
  "$source_dir/tests/portability/lock_order.cpp" -o "$work/lock_order"
"$work/lock_order"
if report=$("$work/lock_order" opposite 2>&1); then
  echo "the sanitizer has no report for opposite orders" >&2
  exit 1
fi
[[ $report == *"lock-order-inversion"* ]] || { echo "another report: $report" >&2; exit 1; }
