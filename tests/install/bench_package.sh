#!/usr/bin/env bash
# The Debian package of cqs-bench: it contains the tool, which runs, and names the libraries that it needs.
set -euo pipefail
build_dir=$1 version=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "bench_package: $*" >&2
  exit 1
}

cpack --config "$build_dir/CPackConfig.cmake" -D CPACK_COMPONENTS_ALL=bench -B "$work/packages" >"$work/log" 2>&1 ||
  fail "cpack failed: $(cat "$work/log")"
package=$(echo "$work"/packages/cqs-bench_"${version}"_*.deb)
[[ -f $package ]] || fail "no $package: $(cat "$work/log")"
[[ $(dpkg-deb --field "$package" Depends) == *libc6* ]] || fail "the package does not depend on the C library"
dpkg-deb --extract "$package" "$work/root"
"$work/root/usr/bin/cqs-bench" list --experiments | grep -q semaphore || fail "the installed tool lists no semaphore"
