#pragma once

#include <atomic>
#include <chrono>
#include <utility>

#include <cqs/detail/misuse.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/platform/native.h>

#include <baselines/aqs/detail/node.h>
#include <baselines/aqs/detail/queued_synchronizer.h>

namespace cqs::baselines::aqs {

/// The counterpart of the conditions of Java's ReentrantLock: a list of waiting threads, guarded by the
/// mutex. A signal wakes nobody: it moves the longest waiter to the queue of the mutex. An `unlock` wakes
/// that thread when its turn comes. Callers must hold the mutex; otherwise the calls throw
/// `std::system_error`.
///
/// The bit `condition` of a waiter's node decides between a signal and an abort: the one that clears it wins.
/// An aborting waiter locks the mutex like any newcomer, then removes its node from the list. That is linear
/// in the number of waiters, as in Java. A signalled waiter waits for the mutex, and cannot abort any more.
///
/// Fair: signals are FIFO. An `await` never ends without a signal or an abort, but the condition may have
/// changed before the mutex is locked again. The node comes from the mutex's pool. `await` throws
/// `std::bad_alloc` without memory, and then has no effect. Size: 24 bytes.
template <class Mutex>
class condition {
  using synchronizer = typename Mutex::synchronizer;
  using platform_type = typename synchronizer::platform_type;
  using node_type = typename synchronizer::node_type;

 public:
  using stop_token = typename platform_type::stop_token;

  explicit condition(Mutex& mutex) noexcept : _mutex(mutex) {}
  condition(const condition&) = delete;
  condition& operator=(const condition&) = delete;

  void await() { await_or(cqs::detail::never_abort<platform_type>{}); }

  /// Like `await`, but returns false after a stop request. Locks the mutex again in either case.
  [[nodiscard]] bool await(stop_token stop) {
    return await_or(cqs::detail::abort_on_stop<platform_type>(std::move(stop)));
  }

  template <class Rep, class Period>
  [[nodiscard]] bool await_for(const std::chrono::duration<Rep, Period>& timeout) {
    return await_or(cqs::detail::abort_after<platform_type>(timeout));
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool await_until(const std::chrono::time_point<Clock, Duration>& deadline) {
    return await_or(cqs::detail::abort_at<platform_type, Clock, Duration>(deadline));
  }

  /// The common part: returns false if `abort` ended the wait.
  template <class Abort>
  bool await_or(const Abort& abort) {
    require_mutex();
    node_type& own = sync().new_node(detail::mode::exclusive);
    // relaxed: the mutex publishes it.
    own.status.store(node_type::condition | node_type::waiting, std::memory_order_relaxed);
    append(own);
    _mutex.unlock();
    const bool signalled = await_signal(own, abort);
    own.status.store(0, std::memory_order_relaxed);  // awake: no signal is needed
    if (signalled) {
      lock_queued(own);
    } else {
      lock_and_remove(own);
    }
    return signalled;
  }

  void signal() {
    require_mutex();
    while (node_type* const first = take_first()) {
      if (transfer(*first)) {
        return;
      }
    }
  }

  void signal_all() {
    require_mutex();
    while (node_type* const first = take_first()) {
      transfer(*first);
    }
  }

 private:
  /// Returns false if the waiter aborted first.
  template <class Abort>
  bool await_signal(node_type& own, const Abort& abort) {
    constexpr auto asleep = node_type::condition | node_type::waiting;
    [[maybe_unused]] const auto interruption = abort.interrupting(own.status, node_type::interrupted);
    for (;;) {
      const auto status = own.status.load(std::memory_order_relaxed);
      if ((status & node_type::condition) == 0) {
        await_transfer(own);
        return true;
      }
      if (abort.requested()) {
        // relaxed: it only decides; the mutex publishes the data.
        if ((own.status.fetch_and(~node_type::condition, std::memory_order_relaxed) & node_type::condition) !=
            0) {
          return false;
        }
      } else if (status == asleep) {
        abort.sleep(own.status, asleep);
      } else {
        // A late signal of the mutex for the node's previous user may have cleared the bit.
        own.status.fetch_or(node_type::waiting, std::memory_order_relaxed);
      }
    }
  }

  /// Waits for the signalling thread, which has cleared the bit but not yet moved the node.
  static void await_transfer(const node_type& own) noexcept {
    spin::detail::backoff<platform_type> look_again;
    // acquire: pairs with the release in `transfer`; the node is in the queue.
    while (!own.transferred.load(std::memory_order_acquire)) {
      look_again();
    }
  }

  /// Moves a waiter into the mutex's queue, unless it has aborted. The caller holds the mutex, so the waiter
  /// cannot leave the queue while the caller still uses its node.
  bool transfer(node_type& waiter) noexcept {
    if ((waiter.status.fetch_and(~node_type::condition, std::memory_order_relaxed) & node_type::condition) ==
        0) {
      return false;
    }
    while (!sync().try_enqueue(waiter)) {
    }
    waiter.transferred.store(true, std::memory_order_release);
    return true;
  }

  void lock_queued(node_type& own) {
    sync().template acquire_queued<detail::mode::exclusive>(own, cqs::detail::never_abort<platform_type>{});
  }

  void lock_and_remove(node_type& own) {
    do {
      if (sync().try_acquire(detail::standing::arriving)) {
        remove(own);
        sync().discard(own);
        return;
      }
    } while (!sync().try_enqueue(own));
    lock_queued(own);
    remove(own);  // the node is the head now, and remains it while the mutex is locked
  }

  void append(node_type& waiter) noexcept {
    waiter.next_waiter.write() = nullptr;
    node_type* const last = _last.read();
    (last == nullptr ? _first.write() : last->next_waiter.write()) = &waiter;
    _last.write() = &waiter;
  }

  node_type* take_first() noexcept {
    node_type* const first = _first.read();
    if (first != nullptr) {
      _first.write() = first->next_waiter.read();
      if (_first.read() == nullptr) {
        _last.write() = nullptr;
      }
    }
    return first;
  }

  /// Removes an aborted waiter, unless a signal has already removed it.
  void remove(const node_type& waiter) noexcept {
    node_type* before = nullptr;
    for (node_type* n = _first.read(); n != nullptr; before = n, n = n->next_waiter.read()) {
      if (n == &waiter) {
        (before == nullptr ? _first.write() : before->next_waiter.write()) = n->next_waiter.read();
        if (_last.read() == n) {
          _last.write() = before;
        }
        return;
      }
    }
  }

  synchronizer& sync() const noexcept { return _mutex._sync; }

  void require_mutex() const {
    if (sync().state().load(std::memory_order_relaxed) == 0) [[unlikely]] {
      cqs::detail::throw_not_permitted("cqs::baselines::aqs::condition: the mutex is not locked");
    }
  }

  Mutex& _mutex;
  typename platform_type::template plain<node_type*> _first{nullptr};
  typename platform_type::template plain<node_type*> _last{nullptr};
};

}  // namespace cqs::baselines::aqs
