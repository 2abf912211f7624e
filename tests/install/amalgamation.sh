#!/usr/bin/env bash
# scripts/amalgamate: the single header is all that a program of two files needs, for each compiler.
set -euo pipefail
source_dir=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$source_dir/scripts/amalgamate" --output "$work/cqs.h"
if grep -n '#include <cqs/' "$work/cqs.h"; then
  echo "amalgamation: the header includes others" >&2
  exit 1
fi
cp "$source_dir"/tests/install/amalgamation/*.cpp "$work"
cd "$work"
for compiler in "$@"; do
  "$compiler" -std=c++20 -Wall -Wextra -Wpedantic -Werror -pthread one.cpp other.cpp -o app
  ./app
  echo "amalgamation: $compiler, $(wc -l <cqs.h) lines"
done

"$source_dir/scripts/amalgamate" --output small.h cqs/latch.h
if (($(wc -l <small.h) >= $(wc -l <cqs.h))) || grep -q 'class basic_mutex' small.h; then
  echo "amalgamation: the header for the latch contains the rest as well" >&2
  exit 1
fi
if "$source_dir/scripts/amalgamate" cqs/absent.h 2>error || ! grep -q 'no header cqs/absent.h' error; then
  echo "amalgamation: a missing header is not reported" >&2
  exit 1
fi
