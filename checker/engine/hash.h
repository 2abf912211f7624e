#pragma once

#include <cstdint>

namespace cqs::check {

/// An ordered hash of two words: the multiply-and-fold of wyhash, with one multiplication.
constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
  __extension__ using wide = unsigned __int128;
  const wide product =
      static_cast<wide>(a ^ 0xa0761d6478bd642fULL) * static_cast<wide>(b ^ 0xe7037ed1a0b428dbULL);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64) ^ (a + b);
}

}  // namespace cqs::check
