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

/// The counterpart of the conditions of Java's ReentrantLock: a list of threads, guarded by the mutex, that
/// wait for a signal. A signal wakes nobody: it moves the longest waiter to the queue of the mutex, where an
/// `unlock` wakes it when its turn has come. All calls are made with the mutex locked; without it they throw
/// `std::system_error`.
///
/// The bit `condition` of a waiter's node decides between a signal and an abort: whoever clears it has won.
/// A waiter that aborts locks the mutex like any arrival, and then removes its node from the list: linear in
/// the number of waiters, as in Java. A signalled one waits for the mutex, whatever happens meanwhile.
///
/// Fair: signals go first come, first served. An `await` never ends without a signal or an abort, but what
/// was true at the signal may have changed when the mutex is locked again. The node comes from the mutex's
/// pool. `await` throws `std::bad_alloc` where there is no memory, and then has no effect. Size: 24 bytes.
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

  /// As `await`, but false once stop is requested; the mutex is locked again in either case.
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

  /// Any of the above: false if `abort` has ended it.
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
  /// False if the waiter has aborted before.
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
        // relaxed: it decides, and passes nothing on; the mutex does.
        if ((own.status.fetch_and(~node_type::condition, std::memory_order_relaxed) & node_type::condition) !=
            0) {
          return false;
        }
      } else if (status == asleep) {
        abort.sleep(own.status, asleep);
      } else {
        // A signal of the mutex that was meant for the node's last user has cleared the bit.
        own.status.fetch_or(node_type::waiting, std::memory_order_relaxed);
      }
    }
  }

  /// The thread that signals stands between clearing the bit and the transfer.
  static void await_transfer(const node_type& own) noexcept {
    spin::detail::backoff<platform_type> look_again;
    // acquire: pairs with the release in `transfer`; the node is in the queue.
    while (!own.transferred.load(std::memory_order_acquire)) {
      look_again();
    }
  }

  /// Puts a waiter into the mutex's queue, unless it has aborted. The caller holds the mutex, so the waiter
  /// cannot leave the queue while its node is still looked at.
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
    remove(own);  // the node is the head now, and stays while the mutex is locked
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

  /// Removes a waiter that has aborted, unless a signal has met it meanwhile and thrown it out.
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
