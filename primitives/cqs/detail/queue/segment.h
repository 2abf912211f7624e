#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include <cqs/detail/queue/cell.h>
#include <cqs/detail/queue/slot.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// A piece of the infinite array, freed by whoever gives back its last stake.
///
/// **Stakes.** Each of the two cursors holds `cursor_stake` while the segment may still be reached through
/// it; when it leaves, it swaps that for one stake for each reservation made through it. A reservation's
/// stake is given back after its holder's last access to the segment. The counts are exact, so a thread that
/// stalls keeps alive the one segment it stands in, and nothing else.
template <class T, std::size_t Size, platform Platform>
struct alignas(64) segment {
  template <class U>
  using atomic = typename Platform::template atomic<U>;
  template <class U>
  using plain = typename Platform::template plain<U>;

  static constexpr std::int64_t cursor_stake = std::int64_t{1} << 32;

  /// How a segment stands in the list; guarded by the list's lock.
  struct links {
    segment* next = nullptr;
    segment* prev = nullptr;
    bool suspend_left = false;
    bool resume_left = false;
    bool resume_reached = false;
    bool unlinked = false;
  };

  explicit segment(std::uint64_t segment_id) noexcept : id(segment_id) {}

  /// Gives back `count` stakes; the caller does not touch the segment again.
  void give_back(std::int64_t count) noexcept {
    // acq_rel: every earlier access by any holder happens before the free. Pairs with itself.
    if (stakes.fetch_sub(count, std::memory_order_acq_rel) == count) {
      Platform::destroy(this);
    }
  }

  const std::uint64_t id;
  atomic<std::int64_t> stakes{2 * cursor_stake};
  atomic<std::uint32_t> cancelled_cells{0};
  plain<links> list{};
  /// On lines of their own: every settled wait writes `stakes`.
  alignas(64) std::array<atomic<cell::word>, Size> cells{};
  [[no_unique_address]] slots<T, Size, Platform> payload;
};

}  // namespace cqs::detail
