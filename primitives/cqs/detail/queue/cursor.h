#pragma once

#include <cstddef>
#include <cstdint>

#include <cqs/detail/misuse.h>

namespace cqs::detail {

/// The position of one side in the infinite array: a segment and the offset of the next cell, in one word. So a
/// single `fetch_add` reserves a cell *and* a stake in its segment. No thread ever holds a stale segment.
///
/// | bits   | meaning                                                                                |
/// |--------|----------------------------------------------------------------------------------------|
/// | 16..63 | the segment's address (48 bits)                                                        |
/// | 0..15  | reservations in it; those past the segment's size continue in the next segment         |
template <class Segment>
struct cursor {
  using word = std::uint64_t;

  static constexpr unsigned offset_bits = 16;
  static constexpr std::size_t most_reservations = 60'000;
  static_assert(sizeof(void*) == 8, "a cursor packs a 48-bit address");

  static word at(const Segment* segment, std::size_t offset) noexcept {
    return reinterpret_cast<word>(segment) << offset_bits | offset;
  }
  /// Ends the program unless 48 bits identify the new segment. Linux gives user space no more bits, unless a program
  /// asks for 57-bit addresses or its allocator tags pointers.
  static Segment* require_address(Segment* segment) noexcept {
    if (cursor::segment(at(segment, 0)) != segment) [[unlikely]] {
      fail("cqs: memory beyond 48-bit addresses: a queue cannot keep tagged pointers or 57-bit addresses");
    }
    return segment;
  }

  /// Checks a reservation past the end. Each thread that waits for the next segment makes one. The limit is well below
  /// that of the bits, so a thread notices the excess before the bits overflow.
  static void require_room(std::size_t offset) noexcept {
    if (offset > most_reservations) [[unlikely]] {
      fail("cqs: more than 60 000 threads wait for one segment of a queue");
    }
  }

  static Segment* segment(word w) noexcept { return reinterpret_cast<Segment*>(w >> offset_bits); }
  static constexpr std::size_t offset(word w) noexcept { return w & ((word{1} << offset_bits) - 1); }
};

}  // namespace cqs::detail
