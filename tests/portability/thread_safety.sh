#!/usr/bin/env bash
# Clang's -Wthread-safety finds five seeded errors with our mutexes, and complains about nothing else, in the library
# neither.
set -euo pipefail
clang=$1 source_dir=$2
command=("$clang" -std=c++20 -fsyntax-only -Wthread-safety -Wall -Wextra -I"$source_dir/primitives"
  "$source_dir/tests/portability/thread_safety.cpp")

"${command[@]}" -Werror
messages=$("${command[@]}" -DWRONG 2>&1)
found=$(grep -cE 'warning: .*\[-Wthread-safety-analysis\]' <<<"$messages" || true)
if [[ $found != 5 ]]; then
  echo "clang finds $found of 5 errors: $messages" >&2
  exit 1
fi
