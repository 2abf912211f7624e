#pragma once

#include <cstddef>
#include <cstdint>

namespace cqs::detail {

/// Where one side stands in the infinite array: a segment and the offset of its next cell, in one word, so
/// that a single `fetch_add` reserves a cell *and* a stake in its segment. Nobody ever holds a stale segment.
///
/// | bits   | meaning                                                                                |
/// |--------|----------------------------------------------------------------------------------------|
/// | 16..63 | the segment's address (48 bits)                                                        |
/// | 0..15  | reservations made in it; those past the segment's size have to go on to the next one   |
template <class Segment>
struct cursor {
  using word = std::uint64_t;

  static constexpr unsigned offset_bits = 16;
  static_assert(sizeof(void*) == 8, "a cursor packs a 48-bit address");

  static word at(const Segment* segment, std::size_t offset) noexcept {
    return reinterpret_cast<word>(segment) << offset_bits | offset;
  }
  static Segment* segment(word w) noexcept { return reinterpret_cast<Segment*>(w >> offset_bits); }
  static constexpr std::size_t offset(word w) noexcept { return w & ((word{1} << offset_bits) - 1); }
};

}  // namespace cqs::detail
