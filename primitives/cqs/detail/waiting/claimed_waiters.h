#pragma once

#include <cqs/detail/queue/cell.h>
#include <cqs/detail/unit.h>

namespace cqs::detail {

/// Waiters that a resume has claimed but not yet completed, in order. The destructor completes them.
///
/// A claimed waiter cannot leave before it is completed, so the waiters themselves are the links of the list.
template <class Waiter>
class claimed_waiters {
 public:
  claimed_waiters() noexcept = default;
  claimed_waiters(const claimed_waiters&) = delete;
  claimed_waiters& operator=(const claimed_waiters&) = delete;

  ~claimed_waiters() {
    while (_first != cell::empty) {
      const cell::word claimed = _first;
      auto& waiter = cell::waiter_of<Waiter>(claimed);
      _first = waiter.next_claimed.read();
      waiter.complete(claimed, unit{});
    }
  }

  /// `claimed` is the word that the waiter's cell held.
  void add(cell::word claimed) noexcept {
    auto& waiter = cell::waiter_of<Waiter>(claimed);
    waiter.next_claimed.write() = cell::empty;
    (_last == nullptr ? _first : _last->next_claimed.write()) = claimed;
    _last = &waiter;
  }

 private:
  cell::word _first = cell::empty;
  Waiter* _last = nullptr;
};

}  // namespace cqs::detail
