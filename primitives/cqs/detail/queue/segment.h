#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include <cqs/detail/queue/cell.h>
#include <cqs/detail/queue/notes.h>
#include <cqs/detail/queue/slot.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// A piece of the infinite array. The thread that gives back its last stake frees it.
///
/// **Stakes.** Each of the two cursors holds `cursor_stake` as long as it can reach the segment. A cursor that leaves
/// swaps this stake for one stake per reservation that was made through the cursor. The holder of a reservation gives
/// its stake back after its last access to the segment. The counts are exact. So a stalled thread keeps one segment
/// alive, the one that it uses, and no other memory.
///
/// `Note`: what a waiter leaves in its cell for a thread that looks at the cell before it resumes the waiter.
template <class T, std::size_t Size, platform Platform, class Note = no_note>
struct alignas(64) segment {
  template <class U>
  using atomic = typename Platform::template atomic<U>;
  template <class U>
  using plain = typename Platform::template plain<U>;

  static constexpr std::int64_t cursor_stake = std::int64_t{1} << 32;

  /// The segment's place in the list. The list's lock guards it.
  struct links {
    segment* next = nullptr;
    segment* prev = nullptr;
    bool suspend_left = false;
    bool resume_left = false;
    bool resume_reached = false;
    bool unlinked = false;
  };

  explicit segment(std::uint64_t segment_id) noexcept : id(segment_id) {}

  /// Gives back `count` stakes. The caller does not access the segment again.
  void give_back(std::int64_t count) noexcept {
    if (give_back_and_keep(count)) {
      Platform::destroy(this);
    }
  }

  /// The same, but returns true if these were the last stakes. Then the segment belongs to the caller.
  [[nodiscard]] bool give_back_and_keep(std::int64_t count) noexcept {
    // Every access by any holder happens before the free.
    // [stakes.give_back] release -> [stakes.give_back]: the holder's accesses; mutant order-stakes-acquire
    // acquire <- [stakes.give_back]: those of the other holders; mutant order-stakes-release
    return stakes.fetch_sub(count, std::memory_order_acq_rel) == count;
  }

  std::uint64_t id;
  atomic<std::int64_t> stakes{2 * cursor_stake};
  atomic<std::uint32_t> cancelled_cells{0};
  /// Not 0 if there is a next segment. For a thread that has not got the lock, and would allocate one.
  atomic<std::uint32_t> followed{0};
  plain<links> list{};
  /// On lines of their own: every settled wait writes `stakes`.
  alignas(64) std::array<atomic<cell::word>, Size> cells{};
  [[no_unique_address]] slots<T, Size, Platform> payload;
  [[no_unique_address]] notes<Note, Size, Platform> left;
};

}  // namespace cqs::detail
