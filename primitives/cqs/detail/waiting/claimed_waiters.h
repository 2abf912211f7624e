#pragma once

#include <cstddef>
#include <type_traits>

#include <cqs/detail/queue/cell.h>
#include <cqs/detail/waiting/claimed_list.h>
#include <cqs/detail/waiting/wake_tree.h>

namespace cqs::detail {

/// Waiters that a resume has claimed but not yet completed. The destructor completes them: those for which a store or a
/// call is enough, in order, and then the parked threads, which wake each other (see `wake_tree`). If `FanOut` is 0, the
/// resume wakes them all.
template <class Waiter, std::size_t FanOut>
class claimed_waiters {
 public:
  claimed_waiters() noexcept = default;
  claimed_waiters(const claimed_waiters&) = delete;
  claimed_waiters& operator=(const claimed_waiters&) = delete;

  ~claimed_waiters() {
    claimed_list<Waiter>::complete(_others.first());
    if constexpr (FanOut > 0) {
      _parked.wake();
    }
  }

  /// `claimed` is the word that the waiter's cell held.
  void add(cell::word claimed) noexcept {
    if constexpr (FanOut > 0) {
      if (cell::is_parked(claimed)) {
        _parked.add(claimed);
        return;
      }
    }
    _others.append(claimed);
  }

 private:
  struct no_tree {};

  claimed_list<Waiter> _others;
  [[no_unique_address]] std::conditional_t<(FanOut > 0), wake_tree<Waiter, FanOut>, no_tree> _parked;
};

}  // namespace cqs::detail
