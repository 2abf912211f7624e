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

/// A spinning CLH mutex whose waiters may abort at any time: Scott's CLH lock with non-blocking timeout
/// ("Non-blocking timeout in scalable queue-based spin locks", PODC 2002; after Scott and Scherer, "Scalable
/// queue-based spin locks with timeout", PPoPP 2001).
///
/// A waiter watches the node before its own. An aborting waiter that is the tail takes its node out of the
/// queue. Any other one abandons its node: it stores the address of the node before in it, and the thread
/// behind then watches that node.
///
/// | a node's word | meaning                                     | set by        | the node then belongs to |
/// |---------------|---------------------------------------------|---------------|--------------------------|
/// | `waiting`     | its owner waits, or holds the mutex         | `lock`        | its owner                |
/// | `released`    | its owner has unlocked                      | its owner     | the thread behind        |
/// | an address    | its owner has aborted; watch that node now  | its owner     | the thread behind        |
///
/// `_tail` is null if the mutex is free and the queue is empty; otherwise it is the node of the latest
/// thread. If the last waiters abort simultaneously, a free mutex may keep a tail of abandoned nodes; the
/// next newcomer skips them. So there are never more abandoned nodes than the peak number of waiters.
///
/// Fair: first come, first served among waiters that do not abort. Abort: at most `AbortCheckInterval` pauses
/// late, and O(1) (a waiter skips each abandoned node once). Progress: an abort is wait-free, `unlock` is
/// lock-free.
/// Memory: one node of 64 bytes per simultaneous waiter or abandoned node (at the peak), until the
/// destruction. `lock` throws `std::bad_alloc` if it needs a node and there is no memory. Size: 128 bytes. At
/// the destruction of the mutex, no operation may be in progress, not even an `unlock` that is about to
/// return.
template <platform Platform = native, std::uint32_t AbortCheckInterval = 16>
class abortable_clh_mutex {
 public:
  using stop_token = typename Platform::stop_token;

  constexpr abortable_clh_mutex() noexcept = default;
  abortable_clh_mutex(const abortable_clh_mutex&) = delete;
  abortable_clh_mutex& operator=(const abortable_clh_mutex&) = delete;

  ~abortable_clh_mutex() { keep_all(_tail.load(std::memory_order_relaxed)); }

  void lock() { lock_or(cqs::detail::never_abort<Platform>{}); }

  /// Like `lock`, but returns false after a stop request.
  [[nodiscard]] bool lock(stop_token stop) {
    return lock_or(cqs::detail::abort_on_stop<Platform>(std::move(stop)));
  }

  /// May fail spuriously if it has to skip abandoned nodes and there is no memory.
  [[nodiscard]] bool try_lock() noexcept {
    if (try_lock_free()) {
      return true;
    }
    // Another thread may own the node by now, or nobody: then its word is only a hint, and the queue decides.
    // acquire: the node at the tail belongs to another thread.
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
    // [1] release: the critical section, to the next thread that finds the mutex free.
    if (_tail.load(std::memory_order_relaxed) == own &&
        _tail.compare_exchange_strong(last, nullptr, std::memory_order_release, std::memory_order_relaxed)) {
      if (own != &_first) {
        _nodes.put(*own);
      }
    } else {
      own->word.store(released, std::memory_order_release);  // [2] the critical section, to the thread behind
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

  /// For `try_lock`: stays only as long as there are nodes to skip.
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
    // [3] release: `own`, reset; acquire: the node before is reset too, or [1], the mutex was free.
    node* before = _tail.exchange(&own, std::memory_order_acq_rel);
    detail::backoff<Platform> look_again;
    for (std::uint32_t looks = 0; before != nullptr;) {
      // [2] acquire: the critical section, or the node before the abandoned one.
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
    // release, as in [3]: the next newcomer gets `before` from here.
    if (_tail.compare_exchange_strong(last, &before, std::memory_order_release, std::memory_order_relaxed)) {
      _nodes.put(own);
    } else {
      own.word.store(reinterpret_cast<word_type>(&before), std::memory_order_release);  // [2]
    }
  }

  void keep(node& n) noexcept {
    if (&n == &_first) {
      // No longer in the queue; the next thread that finds the mutex free sees this.
      n.word.store(waiting, std::memory_order_relaxed);
    } else {
      _nodes.put(n);
    }
  }

  /// Returns the abandoned nodes from `last` on to the pool.
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
