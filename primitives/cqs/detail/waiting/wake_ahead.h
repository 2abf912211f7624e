#pragma once

#include <atomic>
#include <cstddef>

#include <cqs/detail/queue/cell.h>
#include <cqs/detail/waiting/wait_history.h>
#include <cqs/options.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// The parked thread that a resume wakes ahead of its turn, if there is one (see `cqs::waiting`).
///
/// The resume looks for it before it completes its own waiter, because that waiter may end the segment. It wakes it
/// afterwards, so that the hand-off does not wait for the wake-up. By then the thread may have aborted and left. So only
/// the address of its state is used, and the wake-up may come to nothing.
template <class Waiter, options Options, platform Platform>
class wake_ahead {
 public:
  /// `p` is the cell of the resume.
  template <class Place, class History>
  wake_ahead(Place p, const History& history) noexcept : _sleeper(find(p, history)) {}

  void wake() const noexcept {
    if (_sleeper != nullptr) {
      Platform::futex_wake_one(_sleeper);
    }
  }

 private:
  using state_type = typename Waiter::state_type;

  template <class Place, class History>
  static const state_type* find(Place p, const History& history) noexcept {
    constexpr std::size_t distance = Options.waiting.wake_ahead;
    const std::size_t index = p.index + distance;
    if (distance == 0 || index >= Options.segment_size) {
      return nullptr;
    }
    // relaxed: nothing is read through the word.
    const cell::word behind = Place{p.segment, index}.cell().load(std::memory_order_relaxed);
    // The history is on the line that all waiters read: look there only if it matters.
    if (!cell::is_parked(behind) ||
        !wait_history::of(history.load(std::memory_order_relaxed)).wakes_ahead(p.index)) {
      return nullptr;
    }
    return &cell::waiter_of<Waiter>(behind).state();
  }

  const state_type* const _sleeper;
};

}  // namespace cqs::detail
