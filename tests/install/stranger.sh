#!/usr/bin/env bash
# A stranger's path: install the Debian package into an empty root, copy the README's first example, and build it with
# the two lines of CMake that the README names. No file of the source tree may take part.
set -euo pipefail
source_dir=$1 build_dir=$2 compiler=$3 version=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "stranger: $*" >&2
  exit 1
}

cpack --config "$build_dir/CPackConfig.cmake" -D CPACK_COMPONENTS_ALL=dev -B "$work/packages" >"$work/log" 2>&1 ||
  fail "cpack failed: $(cat "$work/log")"
package=$work/packages/libcqs-dev_${version}_all.deb
[[ -f $package ]] || fail "no $package: $(cat "$work/log")"
[[ $(dpkg-deb --field "$package" Version) == "$version" ]] || fail "the package has another version than $version"
dpkg-deb --extract "$package" "$work/root"
[[ -s $work/root/usr/share/doc/libcqs-dev/copyright ]] || fail "the package has no copyright file"
if grep -rlF -e "$source_dir" -e "$build_dir" "$work/root"; then
  fail "these files of the package name the folder that it was built in"
fi

mkdir "$work/app"
cd "$work/app"
python3 "$source_dir/tests/docs/snippets.py" "$source_dir/README.md" "First example" >main.cpp
cat >>main.cpp <<'CODE'

int main() {
  std::stop_source stop;
  if (!query(stop.get_token())) {
    return 1;
  }
  for (int i = 0; i < 8; ++i) {
    connections.acquire();
  }
  stop.request_stop();
  return query(stop.get_token()) ? 1 : 0;
}
CODE
cat >CMakeLists.txt <<'CODE'
cmake_minimum_required(VERSION 3.25)
project(app LANGUAGES CXX)
add_executable(app main.cpp)
CODE
two_lines=$(grep -E '^(find_package|target_link_libraries)\(' "$source_dir/README.md")
[[ $(wc -l <<<"$two_lines") == 2 ]] || fail "the README does not name two lines of CMake, but: $two_lines"
echo "$two_lines" >>CMakeLists.txt

cmake -S . -B build -G Ninja -D CMAKE_CXX_COMPILER="$compiler" -D CMAKE_PREFIX_PATH="$work/root/usr" \
  -D CMAKE_FIND_USE_PACKAGE_REGISTRY=OFF >"$work/log" || fail "cmake failed: $(cat "$work/log")"
cmake --build build >"$work/log" || fail "the example does not compile: $(cat "$work/log")"
build/app || fail "the example failed"
ninja -C build -t deps >"$work/log"
grep -qF "$work/root/usr/include/cqs/semaphore.h" "$work/log" || fail "the example uses another cqs: $(cat "$work/log")"
if grep -F "$source_dir/" "$work/log"; then
  fail "the example uses files of the source"
fi

export PKG_CONFIG_PATH=$work/root/usr/share/pkgconfig
[[ $(pkg-config --modversion cqs) == "$version" ]] || fail "pkg-config names another version than $version"
# shellcheck disable=SC2046  # one word for each flag
"$compiler" -std=c++20 $(env PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 pkg-config --cflags --libs cqs) main.cpp -o with_pkg_config
./with_pkg_config || fail "the example failed with the flags of pkg-config"
