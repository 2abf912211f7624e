#pragma once

#include <atomic>

#include <cqs/detail/misuse.h>
#include <cqs/platform/platform.h>

#include <baselines/spin/detail/backoff.h>

namespace cqs::baselines::spin::detail {

/// The queue lock of Mellor-Crummey and Scott ("Algorithms for scalable synchronization on shared-memory
/// multiprocessors", 1991) behind the interface of a mutex, in the variant of K42 (Auslander, Edelsohn,
/// Krieger, Rosenburg, Wisniewski, 2002), which needs no node from its caller.
///
/// In the original, the holder's node stays in the queue until `unlock`, so the caller has to keep it. Here a
/// waiter's node is on the stack of its `lock`. A new holder replaces its own node by the lock's node,
/// `_held`, before `lock` returns. `Flag` is the way of waiting for the grant from the thread before.
///
/// | `_tail`         | meaning                                                    |
/// |-----------------|------------------------------------------------------------|
/// | null            | free                                                       |
/// | `&_held`        | held, nobody waits                                         |
/// | a waiter's node | held or being handed over; the waiter is the latest thread |
///
/// Fair: first come, first served from the exchange of `_tail` on. No abort. Progress: blocking. Besides the
/// mutex itself, `lock` and `unlock` wait until a newcomer that has become the tail links itself to the node
/// before it. No memory beyond the object.
template <class Flag, platform Platform>
class basic_k42_mutex {
 public:
  constexpr basic_k42_mutex() noexcept = default;
  basic_k42_mutex(const basic_k42_mutex&) = delete;
  basic_k42_mutex& operator=(const basic_k42_mutex&) = delete;

  void lock() noexcept {
    if (!try_lock()) {
      lock_in_queue();
    }
  }

  [[nodiscard]] bool try_lock() noexcept {
    node* free = nullptr;
    // [1] acquire: pairs with the release in `unlock`.
    return _tail.compare_exchange_strong(free, &_held, std::memory_order_acquire, std::memory_order_relaxed);
  }

  void unlock() {
    // [2] acquire: pairs with the release of the link; the next waiter's flag is initialised.
    node* next = _held.next.load(std::memory_order_acquire);
    if (next == nullptr) {
      node* last = &_held;
      // [1] release: the critical section, to the next thread that finds the mutex free.
      if (_tail.compare_exchange_strong(last, nullptr, std::memory_order_release,
                                        std::memory_order_relaxed)) {
        return;
      }
      if (last == nullptr) [[unlikely]] {
        cqs::detail::throw_not_permitted("cqs::baselines: unlock of a K42 mutex that is not locked");
      }
      next = link_of(_held);
    }
    next->granted.set();  // the critical section, to the next holder; from here on its node may be gone
  }

 private:
  struct node {
    typename Platform::template atomic<node*> next{nullptr};
    Flag granted;
  };

  [[gnu::noinline]] void lock_in_queue() noexcept {
    node own;
    // [3] release: `own` is initialised; acquire: so is the node before, or [1], the mutex was free.
    node* const before = _tail.exchange(&own, std::memory_order_acq_rel);
    if (before != nullptr) {
      before->next.store(&own, std::memory_order_release);  // [2]
      own.granted.wait();
    }
    stand_in_for(own);
  }

  /// Replaces the new holder's node, which is about to vanish, by `_held`.
  void stand_in_for(node& own) noexcept {
    node* next = own.next.load(std::memory_order_acquire);  // [2]
    if (next == nullptr) {
      // Before `_held` is the tail: the next newcomer then writes it.
      _held.next.store(nullptr, std::memory_order_relaxed);
      node* last = &own;
      if (_tail.compare_exchange_strong(last, &_held, std::memory_order_release,  // [3]
                                        std::memory_order_relaxed)) {
        return;
      }
      next = link_of(own);
    }
    // relaxed: only the holder reads it, and nobody else writes it while `_held` is not the tail.
    _held.next.store(next, std::memory_order_relaxed);
  }

  /// Returns the waiter behind `n`, which is already in the queue.
  static node* link_of(const node& n) noexcept {
    backoff<Platform> look_again;
    for (;;) {
      if (node* const next = n.next.load(std::memory_order_acquire)) {  // [2]
        return next;
      }
      look_again();
    }
  }

  typename Platform::template atomic<node*> _tail{nullptr};
  node _held;
};

}  // namespace cqs::baselines::spin::detail
