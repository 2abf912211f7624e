#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace cqs::workloads {

/// Calls `measure(n)`, which returns its duration in nanoseconds, with more and more operations until a call
/// lasts as long as required. Returns the last `n`, which is at most `most`.
template <class Measure>
std::uint64_t grow(std::chrono::nanoseconds wanted, std::uint64_t least, std::uint64_t most,
                   Measure measure) {
  std::uint64_t n = least;
  while (true) {
    const double taken = std::max(1.0, static_cast<double>(measure(n)));
    const double missing = static_cast<double>(wanted.count()) / taken;
    if (missing <= 1.25 || n >= most) {
      return n;
    }
    // A short run predicts a long one badly: grow by a factor of ten at most.
    n = std::min(
        most, static_cast<std::uint64_t>(static_cast<double>(n) * std::clamp(1.1 * missing, 1.5, 10.0)) + 1);
  }
}

}  // namespace cqs::workloads
