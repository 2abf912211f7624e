#pragma once

#include <cstdint>

namespace cqs::harness {

/// The paper's work between operations: a loop that ends when a uniform random number falls below 1 / mean,
/// so that the number of its iterations is geometrically distributed on {1, 2, …}. Every thread has its own;
/// nothing is shared.
///
/// The same generator and the same test as in the JVM's program, so that a mean says the same there.
class geometric_work {
 public:
  /// A mean of 0 means no work at all.
  explicit geometric_work(std::uint64_t mean, std::uint64_t seed = 1) noexcept
      : _threshold(mean == 0 ? 0 : (std::uint64_t{1} << 53) / mean), _state(seed * 0x9E3779B97F4A7C15U | 1) {}

  void operator()() noexcept {
    if (_threshold == 0) {
      return;
    }
    while (next() >= _threshold) {
    }
    // Unless somebody might look at the state, the compiler may find out that nobody needs it.
    asm volatile("" : : "r"(_state));
  }

  /// As a call, and tells how many iterations it took.
  std::uint64_t count() noexcept {
    std::uint64_t iterations = 0;
    if (_threshold != 0) {
      do {
        ++iterations;
      } while (next() >= _threshold);
    }
    return iterations;
  }

  /// True with this probability, of the same stream.
  bool chance(double probability) noexcept {
    return static_cast<double>(next()) < probability * static_cast<double>(std::uint64_t{1} << 53);
  }

 private:
  /// Uniform in [0, 2^53): xorshift, of which the upper bits are the good ones.
  std::uint64_t next() noexcept {
    _state ^= _state << 13;
    _state ^= _state >> 7;
    _state ^= _state << 17;
    return _state >> 11;
  }

  std::uint64_t _threshold;
  std::uint64_t _state;
};

/// What one call with this mean takes here and now, in nanoseconds: the median of several short measurements.
double calibrate_work(std::uint64_t mean);

}  // namespace cqs::harness
