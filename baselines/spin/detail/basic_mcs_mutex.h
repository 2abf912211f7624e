#pragma once

#include <atomic>

#include <cqs/detail/misuse.h>
#include <cqs/platform/platform.h>

#include <baselines/spin/detail/backoff.h>

namespace cqs::baselines::spin::detail {

/// The queue lock of Mellor-Crummey and Scott ("Algorithms for scalable synchronization on shared-memory
/// multiprocessors", 1991), as published: the caller keeps the holder's node, `hold`, from `lock` to `unlock`. `Flag` is
/// the way of waiting for the grant from the thread before.
///
/// | `_tail` | meaning                                                          |
/// |---------|------------------------------------------------------------------|
/// | null    | free                                                             |
/// | a node  | held or being handed over; it is the node of the latest thread   |
///
/// Fair: first come, first served from the exchange of `_tail` on. No abort. Progress: blocking. Besides the mutex
/// itself, `unlock` waits until a newcomer that has become the tail links itself. No memory beyond the objects.
template <class Flag, platform Platform>
class basic_mcs_mutex {
 public:
  class alignas(64) hold {
    friend basic_mcs_mutex;

    void restart() noexcept {
      // relaxed: the exchange of the tail publishes both.
      _next.store(nullptr, std::memory_order_relaxed);
      _granted.reset();
    }

    typename Platform::template atomic<hold*> _next{nullptr};
    Flag _granted;
  };

  constexpr basic_mcs_mutex() noexcept = default;
  basic_mcs_mutex(const basic_mcs_mutex&) = delete;
  basic_mcs_mutex& operator=(const basic_mcs_mutex&) = delete;

  void lock(hold& own) noexcept {
    own.restart();
    // [1] release: `own`, restarted; acquire: so is the node before, or [2], the mutex was free.
    if (hold* const before = _tail.exchange(&own, std::memory_order_acq_rel)) {
      before->_next.store(&own, std::memory_order_release);  // [3]
      own._granted.wait();
    }
  }

  void unlock(hold& own) {
    // [3] acquire: pairs with the release of the link; the next waiter's node is restarted.
    hold* next = own._next.load(std::memory_order_acquire);
    if (next == nullptr) {
      hold* last = &own;
      // [2] release: the critical section, to the next thread that finds the mutex free.
      if (_tail.compare_exchange_strong(last, nullptr, std::memory_order_release,
                                        std::memory_order_relaxed)) {
        return;
      }
      if (last == nullptr) [[unlikely]] {
        cqs::detail::throw_not_permitted("cqs::baselines: unlock of an MCS mutex that is not locked");
      }
      next = link_of(own);
    }
    next->_granted.set();  // the critical section, to the next holder; from here on its node may be gone
  }

 private:
  /// Returns the waiter behind `n`, which is already in the queue.
  static hold* link_of(const hold& n) noexcept {
    backoff<Platform> look_again;
    for (;;) {
      if (hold* const next = n._next.load(std::memory_order_acquire)) {  // [3]
        return next;
      }
      look_again();
    }
  }

  typename Platform::template atomic<hold*> _tail{nullptr};
};

}  // namespace cqs::baselines::spin::detail
