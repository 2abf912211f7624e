#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <new>
#include <utility>

#include <cqs/detail/misuse.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/platform/native.h>

#include <baselines/spin/detail/backoff.h>
#include <baselines/spin/detail/node_pool.h>

namespace cqs::baselines::spin {

/// A spinning CLH mutex whose waiters may give up at any time: Scott's CLH lock with non-blocking timeout
/// ("Non-blocking timeout in scalable queue-based spin locks", PODC 2002; after Scott and Scherer, "Scalable
/// queue-based spin locks with timeout", PPoPP 2001).
///
/// A waiter watches the node before its own. One that gives up while it is the tail takes its node with it;
/// any other leaves in its node the address of the node before, so that the one behind goes on with that.
///
/// | a node's word | meaning                                     | set by        | the node's owner is then |
/// |---------------|---------------------------------------------|---------------|--------------------------|
/// | `waiting`     | its owner waits, or holds the mutex         | the beginning | as before                |
/// | `released`    | its owner has unlocked                      | its owner     | the one behind           |
/// | an address    | its owner has given up; watch that node now | its owner     | the one behind           |
///
/// `_tail` is null where the mutex is free and nobody is in the queue, else the node of whoever came last.
/// Where the last ones have given up at the same moment, a free mutex may keep a tail of nodes whose owners
/// have left; the next to come passes over them. So at most as many nodes are left as threads ever waited at
/// once.
///
/// Fair: first come, first served among those who stay. Abort: at most `AbortCheckInterval` pauses late, and
/// O(1) (a waiter passes over each node that was left before it once). Progress: giving up is wait-free,
/// `unlock` lock-free.
/// Memory: as many nodes of 64 bytes as ever waited or were left at once, until the mutex ends; `lock` throws
/// `std::bad_alloc` where it needs one and there is none. Size: 128 bytes. When the mutex ends, no operation
/// may be in progress, nor an `unlock` be about to return.
template <platform Platform = native, std::uint32_t AbortCheckInterval = 16>
class abortable_clh_mutex {
 public:
  using stop_token = typename Platform::stop_token;

  constexpr abortable_clh_mutex() noexcept = default;
  abortable_clh_mutex(const abortable_clh_mutex&) = delete;
  abortable_clh_mutex& operator=(const abortable_clh_mutex&) = delete;

  ~abortable_clh_mutex() { keep_all(_tail.load(std::memory_order_relaxed)); }

  void lock() { lock_or(cqs::detail::never_abort<Platform>{}); }

  /// As `lock`, but false once stop is requested.
  [[nodiscard]] bool lock(stop_token stop) {
    return lock_or(cqs::detail::abort_on_stop<Platform>(std::move(stop)));
  }

  /// May fail without reason where it has to pass over nodes that were left, and there is no memory.
  [[nodiscard]] bool try_lock() noexcept {
    if (try_lock_free()) {
      return true;
    }
    // The node may be another's by now, or free: then its word says little, but the queue will tell.
    // acquire, for the node at the tail is somebody else's.
    const node* const last = _tail.load(std::memory_order_acquire);
    if (last == nullptr || last->word.load(std::memory_order_relaxed) == waiting) {
      return false;
    }
    try {
      return lock_in_queue(at_once{});
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

  template <class Rep, class Period>
  [[nodiscard]] bool try_lock_for(const std::chrono::duration<Rep, Period>& timeout) {
    return lock_or(cqs::detail::abort_after<Platform>(timeout));
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_lock_until(const std::chrono::time_point<Clock, Duration>& deadline) {
    return lock_or(cqs::detail::abort_at<Platform, Clock, Duration>(deadline));
  }

  void unlock() {
    node* const own = std::exchange(_holder.write(), nullptr);
    if (own == nullptr) [[unlikely]] {
      cqs::detail::throw_not_permitted("cqs::baselines::spin::abortable_clh_mutex::unlock: it is not locked");
    }
    node* last = own;
    // [1] release: the critical section, to whoever finds the mutex free.
    if (_tail.load(std::memory_order_relaxed) == own &&
        _tail.compare_exchange_strong(last, nullptr, std::memory_order_release, std::memory_order_relaxed)) {
      if (own != &_first) {
        _nodes.put(*own);
      }
    } else {
      own->word.store(released, std::memory_order_release);  // [2] the critical section, to the one behind
    }
  }

 private:
  using word_type = std::uintptr_t;

  static constexpr word_type waiting = 0;
  static constexpr word_type released = 1;

  struct alignas(64) node {
    typename Platform::template atomic<word_type> word{waiting};
    typename Platform::template atomic<node*> next_free{nullptr};
  };

  /// For `try_lock`: stay only as long as there is something to pass over.
  struct at_once {
    static constexpr bool possible = true;
    bool requested() const noexcept { return true; }
  };

  bool try_lock_free() noexcept {
    node* free = nullptr;
    // acquire: [1], and the reset of `_first`; release: [3].
    if (!_tail.compare_exchange_strong(free, &_first, std::memory_order_acq_rel, std::memory_order_relaxed)) {
      return false;
    }
    _holder.write() = &_first;
    return true;
  }

  template <class Abort>
  bool lock_or(const Abort& abort) {
    return try_lock_free() || lock_in_queue(abort);
  }

  template <class Abort>
  [[gnu::noinline]] bool lock_in_queue(const Abort& abort) {
    node& own = _nodes.get();
    own.word.store(waiting, std::memory_order_relaxed);
    // [3] release: `own`, reset; acquire: so is the node before, or [1], the mutex was free.
    node* before = _tail.exchange(&own, std::memory_order_acq_rel);
    detail::backoff<Platform> look_again;
    for (std::uint32_t looks = 0; before != nullptr;) {
      // [2] acquire: the critical section, or the node before the one that was left.
      const word_type word = before->word.load(std::memory_order_acquire);
      if (word != waiting) {
        keep(*before);
        before = word == released ? nullptr : reinterpret_cast<node*>(word);
      } else if (Abort::possible && looks++ % AbortCheckInterval == 0 && abort.requested()) {
        give_up(own, *before);
        return false;
      } else {
        look_again();
      }
    }
    _holder.write() = &own;
    return true;
  }

  void give_up(node& own, node& before) noexcept {
    node* last = &own;
    // release, as in [3]: whoever comes next gets `before` from here.
    if (_tail.compare_exchange_strong(last, &before, std::memory_order_release, std::memory_order_relaxed)) {
      _nodes.put(own);
    } else {
      own.word.store(reinterpret_cast<word_type>(&before), std::memory_order_release);  // [2]
    }
  }

  void keep(node& n) noexcept {
    if (&n == &_first) {
      // No longer in the queue; whoever finds the mutex free sees this.
      n.word.store(waiting, std::memory_order_relaxed);
    } else {
      _nodes.put(n);
    }
  }

  /// The nodes that were left from `last` on.
  void keep_all(node* last) noexcept {
    while (last != nullptr) {
      const word_type word = last->word.load(std::memory_order_relaxed);
      keep(*last);
      last = word <= released ? nullptr : reinterpret_cast<node*>(word);
    }
  }

  typename Platform::template atomic<node*> _tail{nullptr};
  typename Platform::template plain<node*> _holder{nullptr};
  detail::node_pool<node, Platform> _nodes;
  node _first;
};

}  // namespace cqs::baselines::spin
