#pragma once

#include <array>
#include <cstddef>

#include <cqs/platform/platform.h>

namespace cqs::detail {

/// Of a queue whose waiters leave nothing in their cells.
struct no_note {};

/// One note for each cell of a segment. The waiter writes it before its word appears in the cell, and nobody changes it
/// afterwards. It outlives the waiter, which may abort and be gone while another thread reads.
template <class Note, std::size_t Size, platform Platform>
class notes {
 public:
  void leave(std::size_t index, Note note) noexcept { _notes[index].write() = note; }
  Note read(std::size_t index) const noexcept { return _notes[index].read(); }

 private:
  std::array<typename Platform::template plain<Note>, Size> _notes{};
};

template <std::size_t Size, platform Platform>
class notes<no_note, Size, Platform> {};

}  // namespace cqs::detail
