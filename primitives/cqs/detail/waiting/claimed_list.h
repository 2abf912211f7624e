#pragma once

#include <cstddef>
#include <limits>

#include <cqs/detail/queue/cell.h>
#include <cqs/detail/unit.h>

namespace cqs::detail {

/// A list of waiters that a resume has claimed but not yet completed, in order. Each entry is the word that the waiter's
/// cell held.
///
/// A claimed waiter cannot leave before it is completed, so the waiters themselves are the links of the list.
template <class Waiter>
class claimed_list {
 public:
  cell::word first() const noexcept { return _first; }

  void append(cell::word claimed) noexcept {
    auto& waiter = cell::waiter_of<Waiter>(claimed);
    waiter.next_claimed.write() = cell::empty;
    (_last == nullptr ? _first : _last->next_claimed.write()) = claimed;
    _last = &waiter;
  }

  static cell::word next(cell::word claimed) noexcept {
    return cell::waiter_of<Waiter>(claimed).next_claimed.read();
  }

  /// Completes the waiters from `claimed` on, but no more than `most`.
  static void complete(cell::word claimed,
                       std::size_t most = std::numeric_limits<std::size_t>::max()) noexcept {
    for (; claimed != cell::empty && most > 0; --most) {
      const cell::word after = next(claimed);  // read first: a completed waiter may be gone
      cell::waiter_of<Waiter>(claimed).complete(claimed, unit{});
      claimed = after;
    }
  }

 private:
  cell::word _first = cell::empty;
  Waiter* _last = nullptr;
};

}  // namespace cqs::detail
