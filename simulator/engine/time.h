#pragma once

#include <cstdint>

namespace cqs::simulator {

/// Virtual time in picoseconds. Integers give the same sums with every compiler.
using picoseconds = std::int64_t;

constexpr picoseconds from_ns(double ns) noexcept {
  return static_cast<picoseconds>(ns * 1000.0 + (ns < 0 ? -0.5 : 0.5));
}
constexpr double to_ns(picoseconds time) noexcept {
  return static_cast<double>(time) / 1000.0;
}

}  // namespace cqs::simulator
