#pragma once

#include <chrono>
#include <mutex>
#include <utility>

#include <cqs/coroutine.h>
#include <cqs/detail/misuse.h>
#include <cqs/detail/pools/permits_of.h>
#include <cqs/detail/thread_safety.h>
#include <cqs/detail/tsan_mutex.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/options.h>
#include <cqs/platform/native.h>
#include <cqs/request.h>

namespace cqs {

/// A fair mutex: waiters get it first come, first served, and every wait can be aborted. It meets Cpp17TimedLockable,
/// so std's locks and `std::condition_variable_any` work with it (listings 3, 5 and 11).
///
/// Not recursive. To unlock a mutex that is not locked throws `std::system_error` and has no effect. The mutex does not
/// know its owner, so it does not notice an `unlock` by a thread that does not hold it.
///
/// `try_lock` fails as long as a thread waits. `std::lock` and `std::scoped_lock` lock one mutex and try the others, so
/// they starve on several contended mutexes. Use `cqs::lock` (`cqs/lock.h`).
///
/// With bounded overtaking in its options, a thread that runs may lock the mutex before those that wait, up to the
/// bound; so may `try_lock`.
///
/// Lifetime: a thread that has locked and unlocked the mutex may destroy it if no other thread will use it. It need
/// not wait until the `unlock` that let the thread in has returned. A mutex with static storage duration has a
/// destructor: a thread that outlives `main` must not use the mutex then. Abort, progress, size and memory: as
/// `counting_semaphore`.
template <options Options = options{}, platform Platform = native>
class CQS_DETAIL_CAPABILITY("mutex") basic_mutex {
  using permits = detail::permits_of<Options, Platform>;

 public:
  using request_type = request<typename permits::take_operation>;
  using stop_token = typename Platform::stop_token;

  constexpr basic_mutex() noexcept = default;

  void lock() CQS_DETAIL_ACQUIRES() { _noted.locked(_permit.acquire(detail::never_abort<Platform>{})); }

  /// As `lock`, but returns false once stop is requested.
  [[nodiscard]] bool lock(stop_token stop) CQS_DETAIL_ACQUIRES_IF_TRUE() {
    return _noted.locked(_permit.acquire(detail::abort_on_stop<Platform>(std::move(stop))));
  }

  [[nodiscard]] bool try_lock() noexcept CQS_DETAIL_ACQUIRES_IF_TRUE() {
    return _noted.tried(_permit.try_acquire());
  }

  template <class Rep, class Period>
  [[nodiscard]] bool try_lock_for(const std::chrono::duration<Rep, Period>& timeout)
      CQS_DETAIL_ACQUIRES_IF_TRUE() {
    return _noted.tried(_permit.acquire(detail::abort_after<Platform>(timeout)));
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_lock_until(const std::chrono::time_point<Clock, Duration>& deadline)
      CQS_DETAIL_ACQUIRES_IF_TRUE() {
    return _noted.tried(_permit.acquire(detail::abort_at<Platform, Clock, Duration>(deadline)));
  }

  /// Takes a place in the queue without waiting.
  request_type lock_request() { return request_type(operation()); }

  /// For coroutines (see `awaitable`). With a token, the result is false once stop is requested.
  auto async_lock() { return detail::make_awaitable(operation(), detail::never_abort<Platform>{}); }
  auto async_lock(stop_token stop) {
    return detail::make_awaitable(operation(), detail::abort_on_stop<Platform>(std::move(stop)));
  }

  /// The same; the result is a `std::unique_lock`. It holds nothing if the wait was aborted.
  auto async_scoped_lock() { return scoped(detail::never_abort<Platform>{}); }
  auto async_scoped_lock(stop_token stop) { return scoped(detail::abort_on_stop<Platform>(std::move(stop))); }

  /// With a deadline: see <cqs/timer.h>, which a caller includes.
  template <class... Limits>
  auto async_lock_for(Limits&&... limits) {
    return timed_for(async_lock(), std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_lock_until(Limits&&... limits) {
    return timed_until(async_lock(), std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_scoped_lock_for(Limits&&... limits) {
    return timed_for(async_scoped_lock(), std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_scoped_lock_until(Limits&&... limits) {
    return timed_until(async_scoped_lock(), std::forward<Limits>(limits)...);
  }

  void unlock() CQS_DETAIL_RELEASES() {
    _noted.unlocks();
    if (!_permit.release(1, 1)) [[unlikely]] {
      detail::throw_not_permitted("cqs::mutex::unlock: the mutex is not locked");
    }
  }

  /// The queue of the waiters, for measurements and tests.
  const auto& queue() const noexcept { return _permit.queue(); }

 private:
  typename permits::take_operation operation() noexcept { return {_permit}; }

  template <class Abort>
  auto scoped(Abort abort) {
    return detail::make_awaitable_guard<std::unique_lock<basic_mutex>>(*this, operation(), std::move(abort));
  }

  permits _permit{1};
  [[no_unique_address]] detail::tsan_mutex _noted;
};

using mutex = basic_mutex<>;

}  // namespace cqs
