#!/usr/bin/env bash
# Compiles the smoke test for another architecture, and runs it under qemu-user. Skipped (77) without their packages.
set -euo pipefail
architecture=$1 source_dir=$2
compiler=$architecture-linux-gnu-g++ emulator=qemu-$architecture

for tool in "$compiler" "$emulator"; do
  if ! command -v "$tool" >/dev/null; then
    echo "skipped: $tool is not installed (scripts/setup --with-tests installs it)"
    exit 77
  fi
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$compiler" -std=c++20 -O1 -Wall -Wextra -Wpedantic -Werror -pthread -I"$source_dir/primitives" \
  "$source_dir/tests/portability/smoke.cpp" -o "$work/smoke"
"$emulator" -L "/usr/$architecture-linux-gnu" "$work/smoke"
