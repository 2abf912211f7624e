#!/usr/bin/env bash
# The compiler refuses a deadline of a type that is no clock, in each of the calls that take one.
set -euo pipefail
compiler=$1 source_dir=$2
command=("$compiler" -std=c++20 -fsyntax-only -I"$source_dir/primitives" "$source_dir/tests/primitives/refused_deadlines.cpp")

"${command[@]}" -DWITH_A_CLOCK
messages=$("${command[@]}" 2>&1 || true)
refused=$(grep -cE 'error: static.assert.*no clock' <<<"$messages" || true)
if [[ $refused != 8 ]]; then
  echo "the compiler refuses $refused calls, not 8: $messages" >&2
  exit 1
fi
