#pragma once

#include <cstddef>

#include <cqs/detail/queue/cell.h>
#include <cqs/detail/waiting/claimed_list.h>

namespace cqs::detail {

/// Parked threads that one resume lets go, as a tree. The resume wakes `FanOut` of them. Each thread that wakes up wakes
/// `FanOut` others before its own wait returns. So nobody makes more than `FanOut` system calls, and the last of n threads
/// runs after about log n wake-ups in a row instead of n.
///
/// The resume is number 0, the threads have the numbers 1 to n in the order of the queue. Number i wakes the numbers
/// from `FanOut` · i + 1 to `FanOut` · (i + 1). These are neighbours in the list of all threads, so a thread needs to know
/// only the first: its `first_to_wake`. It learns that together with its own completion.
///
/// A thread whose abort is too late is woken like the others, and wakes others like them. Nobody uses the primitive or
/// its queue meanwhile: the tree consists of waiters alone, and each stays until the thread above has completed it.
template <class Waiter, std::size_t FanOut>
class wake_tree {
  static_assert(FanOut > 0);

 public:
  void add(cell::word parked) noexcept {
    _threads.append(parked);
    if (_count >= FanOut && _count % FanOut == 0) {  // the resume, or the last parent, has all its threads
      _parent = _parent == cell::empty ? _threads.first() : claimed_list<Waiter>::next(_parent);
      cell::waiter_of<Waiter>(_parent).first_to_wake.write() = parked;
    }
    ++_count;
  }

  /// The resume's share, when the tree is complete.
  void wake() const noexcept { wake_from(_threads.first()); }

  /// The share of whoever has `first_to_wake`.
  static void wake_from(cell::word first_to_wake) noexcept {
    claimed_list<Waiter>::complete(first_to_wake, FanOut);
  }

 private:
  claimed_list<Waiter> _threads;
  cell::word _parent = cell::empty;
  std::size_t _count = 0;
};

}  // namespace cqs::detail
