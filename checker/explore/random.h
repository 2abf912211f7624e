#pragma once

#include <cstddef>
#include <cstdint>

namespace cqs::check {

/// The splitmix64 generator: small, fast, and the same on every platform.
class random {
 public:
  explicit random(std::uint64_t seed) noexcept : _state(seed) {}

  std::uint64_t operator()() noexcept {
    _state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = _state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  /// The bias is below 2^-32 for the small counts in use here.
  std::size_t below(std::size_t count) noexcept { return static_cast<std::size_t>((*this)() % count); }

 private:
  std::uint64_t _state;
};

}  // namespace cqs::check
