#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <utility>

#include <cqs/detail/exceptions.h>
#include <cqs/detail/unit.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/detail/waiting/abort_on_stop_or.h>
#include <cqs/detail/waiting/backoff.h>
#include <cqs/detail/waiting/relocking_awaitable.h>
#include <cqs/detail/waiting/thread_waiter.h>
#include <cqs/options.h>
#include <cqs/platform/native.h>
#include <cqs/request.h>
#include <cqs/synchronizer.h>

namespace cqs {

/// A condition variable whose waiters are notified first come, first served, and whose waits can be aborted. The
/// interface of `std::condition_variable_any`, and more. The paper has none; it is the framework of listings 2 and 10
/// with a count of the waiters.
///
/// A wait takes its place in the queue while it still holds the lock. So whoever changes the condition under the lock
/// afterwards, and then notifies, finds the waiter. The lock orders all this: the count of the waiters orders nothing.
///
/// Abort: O(1). A notification goes to a waiter that does not abort, as long as there is one. A waiter that aborts when
/// all others are notified as well is too late, and returns that it was notified. So no notification is lost, and none
/// ends two waits. No wait ends spuriously. A predicate that throws after a notification passes it on.
///
/// Exceptions: those of `lock.unlock()` and `std::bad_alloc` leave the wait without effect. If `lock.lock()` throws
/// after the wait, the program ends, as with std.
///
/// Progress: `notify_one` and `notify_all` are one load if nobody waits, else as `synchronizer`. Size: 32 bytes; no
/// memory before the first wait. Always smart, always asynchronous: of the options, sizes and waiting apply. There is
/// no wake-ahead, because a notification does not announce the next one.
///
/// Lifetime: as with std, a thread may destroy the object when all waiters are notified, even if their waits have not
/// returned. The destructor waits until those threads have left the object. A thread need not have its lock for that.
/// Requests and coroutines must have ended before.
template <options Options = options{}, platform Platform = native>
class basic_condition_variable {
  static constexpr options variant = [] {
    options result{
        .segment_size = Options.segment_size, .spin_limit = Options.spin_limit, .waiting = Options.waiting};
    result.waiting.wake_ahead = 0;
    return result;
  }();
  using queue_type = synchronizer<unit, variant, Platform>;
  using waiter_type = typename queue_type::waiter_type;

  struct wait_operation {
    using queue_type = basic_condition_variable::queue_type;
    static constexpr bool never_refuses = true;

    basic_condition_variable& condition;

    queue_type& queue() const noexcept { return condition._queue; }

    bool start(waiter_type& waiter) const {
      // relaxed: the caller's lock orders it before the notifications that have to find it.
      condition._waiters.fetch_add(1, std::memory_order_relaxed);
      return condition._queue.suspend(waiter, *this) == suspension::resumed;
    }
    bool on_cancellation(waiter_type& /*waiter*/) const noexcept { return condition.uncount_waiter(); }
    void complete_refused_resume(unit /*value*/) const noexcept { condition.notify_one(); }
    void take_back(unit /*value*/) const noexcept { condition.notify_one(); }
  };

  /// The same for a caller that has the lock. It unlocks when the waiter has its place.
  template <class Lock>
  struct unlock_and_wait_operation : wait_operation {
    Lock& lock;

    bool start(waiter_type& waiter) const {
      const bool notified = wait_operation::start(waiter);
      CQS_DETAIL_TRY {
        lock.unlock();
      }
      CQS_DETAIL_CATCH(...) {
        withdraw(waiter, notified);
        CQS_DETAIL_RETHROW;
      }
      return notified;
    }

   private:
    void withdraw(waiter_type& waiter, bool notified) const noexcept {
      auto& queue = this->queue();
      if (!notified) {
        if (queue.cancel(waiter, *this)) {
          return;
        }
        waiter.await_completion();
        queue.settle(waiter);
      }
      this->take_back(waiter.take_result());
    }
  };

 public:
  using request_type = request<wait_operation>;
  using stop_token = typename Platform::stop_token;

  constexpr basic_condition_variable() noexcept = default;
  basic_condition_variable(const basic_condition_variable&) = delete;
  basic_condition_variable& operator=(const basic_condition_variable&) = delete;
  ~basic_condition_variable() {
    detail::backoff<Platform> wait(16);
    // [visitors.end] acquire <- [visitors.leave]: the last use of the object; mutant order-visitors-end-relaxed
    while (_visitors.load(std::memory_order_acquire) != 0) {
      wait();
    }
  }

  /// Ends the wait of the waiter that came first, if there is one.
  void notify_one() noexcept {
    if (uncount_waiter()) {
      unit notification;
      // An asynchronous, smart resume never fails.
      static_cast<void>(_queue.resume(notification, wait_operation{*this}));
    }
  }

  /// Ends the waits of all waiters.
  void notify_all() noexcept {
    if (_waiters.load(std::memory_order_relaxed) > 0) {
      _queue.resume_all(_waiters.exchange(0, std::memory_order_relaxed), wait_operation{*this});
    }
  }

  /// Unlocks, waits for a notification, and locks again. The caller has locked `lock`.
  template <class Lock>
  void wait(Lock& lock) {
    wait_or(lock, detail::never_abort<Platform>{});
  }

  template <class Lock, class Predicate>
  void wait(Lock& lock, Predicate predicate) {
    await_or(lock, predicate, detail::never_abort<Platform>{});
  }

  /// As with a predicate alone, but ends once stop is requested. Returns what the predicate says then.
  template <class Lock, class Predicate>
  bool wait(Lock& lock, stop_token stop, Predicate predicate) {
    return await_or(lock, predicate, detail::abort_on_stop<Platform>(std::move(stop)));
  }

  template <class Lock, class Clock, class Duration>
  std::cv_status wait_until(Lock& lock, const std::chrono::time_point<Clock, Duration>& deadline) {
    return status(wait_or(lock, at(deadline)));
  }

  template <class Lock, class Clock, class Duration, class Predicate>
  bool wait_until(Lock& lock, const std::chrono::time_point<Clock, Duration>& deadline, Predicate predicate) {
    return await_or(lock, predicate, at(deadline));
  }

  template <class Lock, class Clock, class Duration, class Predicate>
  bool wait_until(Lock& lock, stop_token stop, const std::chrono::time_point<Clock, Duration>& deadline,
                  Predicate predicate) {
    return await_or(
        lock, predicate,
        detail::abort_on_stop_or<Platform, decltype(at(deadline))>(std::move(stop), at(deadline)));
  }

  template <class Lock, class Rep, class Period>
  std::cv_status wait_for(Lock& lock, const std::chrono::duration<Rep, Period>& timeout) {
    return status(wait_or(lock, detail::abort_after<Platform>(timeout)));
  }

  template <class Lock, class Rep, class Period, class Predicate>
  bool wait_for(Lock& lock, const std::chrono::duration<Rep, Period>& timeout, Predicate predicate) {
    return await_or(lock, predicate, detail::abort_after<Platform>(timeout));
  }

  template <class Lock, class Rep, class Period, class Predicate>
  bool wait_for(Lock& lock, stop_token stop, const std::chrono::duration<Rep, Period>& timeout,
                Predicate predicate) {
    auto deadline = detail::abort_after<Platform>(timeout);
    return await_or(lock, predicate,
                    detail::abort_on_stop_or<Platform, decltype(deadline)>(std::move(stop), deadline));
  }

  /// The common part of all waits: returns false if `abort` (see `detail/waiting/abort.h`) ended the wait.
  template <class Lock, class Abort>
  bool wait_or(Lock& lock, const Abort& abort) {
    const bool notified = unlock_and_wait(lock, abort);
    relock(lock);
    return notified;
  }

  /// Takes a place among the waiters without waiting. The caller has the lock, then unlocks it, waits for the request,
  /// and locks again. A request that is destroyed before `get` passes its notification on.
  request_type wait_request() { return request_type({*this}); }

  /// For coroutines (see `awaitable`): unlocks, waits for a notification, and awaits the mutex's `async_lock`. With a
  /// token, the result is false once stop is requested; the coroutine has the mutex in any case.
  template <class Mutex>
  auto async_wait(std::unique_lock<Mutex>& lock) {
    return relocking(lock, detail::never_abort<Platform>{});
  }
  template <class Mutex>
  auto async_wait(std::unique_lock<Mutex>& lock, stop_token stop) {
    return relocking(lock, detail::abort_on_stop<Platform>(std::move(stop)));
  }

  /// With a deadline: see <cqs/timer.h>, which a caller includes.
  template <class Mutex, class... Limits>
  auto async_wait_for(std::unique_lock<Mutex>& lock, Limits&&... limits) {
    return timed_for(async_wait(lock), std::forward<Limits>(limits)...);
  }
  template <class Mutex, class... Limits>
  auto async_wait_until(std::unique_lock<Mutex>& lock, Limits&&... limits) {
    return timed_until(async_wait(lock), std::forward<Limits>(limits)...);
  }

  /// The queue of the waiters, for measurements and tests.
  const auto& queue() const noexcept { return _queue; }

 private:
  /// A thread inside a wait. The destructor of the condition variable waits for its end.
  class visit {
   public:
    explicit visit(basic_condition_variable& condition) noexcept : _condition(condition) {
      // relaxed: whoever destroys the object has notified this thread, and the lock orders that after this.
      _condition._visitors.fetch_add(1, std::memory_order_relaxed);
    }
    visit(const visit&) = delete;
    visit& operator=(const visit&) = delete;
    ~visit() {
      // [visitors.leave] release -> [visitors.end]: the last use of the object; mutant order-visitors-leave-relaxed
      _condition._visitors.fetch_sub(1, std::memory_order_release);
    }

   private:
    basic_condition_variable& _condition;
  };

  template <class Clock, class Duration>
  static auto at(const std::chrono::time_point<Clock, Duration>& deadline) noexcept {
    return detail::abort_at<Platform, Clock, Duration>(deadline);
  }

  static std::cv_status status(bool notified) noexcept {
    return notified ? std::cv_status::no_timeout : std::cv_status::timeout;
  }

  /// Takes a waiter out of the count. Returns false if none is left: then each waiter's resume is on its way.
  bool uncount_waiter() noexcept {
    // relaxed: the lock orders a notification after the waits that it has to find; a cell hands it over.
    auto count = _waiters.load(std::memory_order_relaxed);
    while (count > 0 && !_waiters.compare_exchange_weak(count, count - 1, std::memory_order_relaxed,
                                                        std::memory_order_relaxed)) {
    }
    return count > 0;
  }

  template <class Lock, class Abort>
  bool unlock_and_wait(Lock& lock, const Abort& abort) {
    const visit here(*this);
    const unlock_and_wait_operation<Lock> operation{{*this}, lock};
    detail::thread_waiter<queue_type> waiter;
    if (operation.start(waiter) || waiter.wait(operation, abort)) {
      waiter.take_result();
      return true;
    }
    return false;
  }

  template <class Lock>
  static void relock(Lock& lock) noexcept {
    lock.lock();
  }

  template <class Lock, class Predicate, class Abort>
  bool await_or(Lock& lock, Predicate& predicate, const Abort& abort) {
    bool holds = static_cast<bool>(predicate());
    while (!holds && wait_or(lock, abort)) {
      holds = use_notification(predicate);
    }
    return holds || static_cast<bool>(predicate());
  }

  template <class Predicate>
  bool use_notification(Predicate& predicate) {
    CQS_DETAIL_TRY {
      return static_cast<bool>(predicate());
    }
    CQS_DETAIL_CATCH(...) {
      notify_one();
      CQS_DETAIL_RETHROW;
    }
  }

  template <class Mutex, class Abort>
  auto relocking(std::unique_lock<Mutex>& lock, Abort abort) {
    using operation = unlock_and_wait_operation<std::unique_lock<Mutex>>;
    return detail::relocking_awaitable<operation, Abort, Mutex>(operation{{*this}, lock}, std::move(abort),
                                                                lock);
  }

  typename Platform::template atomic<std::uint32_t> _waiters{0};
  typename Platform::template atomic<std::uint32_t> _visitors{0};
  queue_type _queue;
};

using condition_variable = basic_condition_variable<>;

}  // namespace cqs
