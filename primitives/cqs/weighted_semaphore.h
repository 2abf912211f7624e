#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include <cqs/coroutine.h>
#include <cqs/detail/misuse.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/detail/weights/weighted_permits.h>
#include <cqs/options.h>
#include <cqs/platform/native.h>
#include <cqs/request.h>

namespace cqs {

/// A semaphore whose requests take any number of permits at once. They are served first come, first served, and every
/// wait can be aborted. The interface of `counting_semaphore`, with a number of permits in each call. Not in the paper.
///
/// Fairness: a request gets all its permits at once, and requests get them strictly in order. While a request waits, no
/// later request gets a permit, however few it asks for. So a request for n permits is served as soon as those before
/// it are, and n permits are free: small requests cannot starve it. In return, small requests wait behind a large one
/// even if there are permits for them.
///
/// Abort: O(1). If the first request aborts, the requests behind it that have enough permits now are served at once.
///
/// Progress: `try_acquire` and `release` are lock-free, apart from the change of segments (see `synchronizer`). One
/// thread at a time serves the waiters, for all: a release, an abort or an acquire that finds another thread at this
/// leaves the work to that thread. Meanwhile `try_acquire` fails, and an `acquire` waits. A release allocates only if it
/// comes to the end of a segment in a race with an abort, and then waits for memory.
///
/// Memory: 56 bytes, and nothing else before the first wait. The first wait allocates a segment of 32 cells (448
/// bytes). The semaphore keeps one to three of them. Always smart, always asynchronous: of the options, the sizes and
/// the way of waiting apply. There is no wake-ahead, because a release may serve none or many.
///
/// Lifetime: as `counting_semaphore`. When every released permit has been acquired, no `release` uses the semaphore any
/// more, even if the call has not returned.
template <std::ptrdiff_t LeastMaxValue = std::numeric_limits<std::int32_t>::max(),
          options Options = options{}, platform Platform = native>
class weighted_semaphore {
  static_assert(LeastMaxValue >= 0, "a semaphore's greatest count is not negative");
  static_assert(LeastMaxValue <= detail::weighted_state::most_permits,
                "a weighted semaphore counts up to 2^31 - 1");
  static constexpr options variant = [] {
    options result{
        .segment_size = Options.segment_size, .spin_limit = Options.spin_limit, .waiting = Options.waiting};
    result.waiting.wake_ahead = 0;
    return result;
  }();
  using permits = detail::weighted_permits<variant, Platform>;
  using operation = typename permits::acquire_operation;

 public:
  using request_type = request<operation>;
  using stop_token = typename Platform::stop_token;

  static constexpr std::ptrdiff_t max() noexcept { return LeastMaxValue; }

  constexpr explicit weighted_semaphore(std::ptrdiff_t desired) : _permits(desired) {
    if (desired < 0 || desired > max()) {
      detail::throw_invalid_argument("cqs::weighted_semaphore: the initial count must be from 0 to max()");
    }
  }

  void acquire(std::ptrdiff_t count = 1) {
    _permits.acquire(checked(count), detail::never_abort<Platform>{});
  }

  /// As `acquire`, but returns false once stop is requested.
  [[nodiscard]] bool acquire(std::ptrdiff_t count, stop_token stop) {
    return _permits.acquire(checked(count), detail::abort_on_stop<Platform>(std::move(stop)));
  }
  [[nodiscard]] bool acquire(stop_token stop) { return acquire(1, std::move(stop)); }

  /// Gets all permits or none. Fails if another request waits, and may fail while another thread serves the waiters.
  [[nodiscard]] bool try_acquire(std::ptrdiff_t count = 1) { return _permits.try_acquire(checked(count)); }

  template <class Rep, class Period>
  [[nodiscard]] bool try_acquire_for(std::ptrdiff_t count,
                                     const std::chrono::duration<Rep, Period>& timeout) {
    return _permits.acquire(checked(count), detail::abort_after<Platform>(timeout));
  }
  template <class Rep, class Period>
  [[nodiscard]] bool try_acquire_for(const std::chrono::duration<Rep, Period>& timeout) {
    return try_acquire_for(1, timeout);
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_acquire_until(std::ptrdiff_t count,
                                       const std::chrono::time_point<Clock, Duration>& deadline) {
    return _permits.acquire(checked(count), detail::abort_at<Platform, Clock, Duration>(deadline));
  }
  template <class Clock, class Duration>
  [[nodiscard]] bool try_acquire_until(const std::chrono::time_point<Clock, Duration>& deadline) {
    return try_acquire_until(1, deadline);
  }

  /// Takes a place in the queue without waiting.
  request_type acquire_request(std::ptrdiff_t count = 1) { return request_type(asking(count)); }

  /// For coroutines (see `awaitable`). With a token, the result is false once stop is requested.
  auto async_acquire(std::ptrdiff_t count = 1) {
    return detail::make_awaitable(asking(count), detail::never_abort<Platform>{});
  }
  auto async_acquire(std::ptrdiff_t count, stop_token stop) {
    return detail::make_awaitable(asking(count), detail::abort_on_stop<Platform>(std::move(stop)));
  }
  auto async_acquire(stop_token stop) { return async_acquire(1, std::move(stop)); }

  /// With a deadline: see <cqs/timer.h>, which a caller includes.
  template <class... Limits>
  auto async_acquire_for(std::ptrdiff_t count, Limits&&... limits) {
    return timed_for(async_acquire(count), std::forward<Limits>(limits)...);
  }
  template <class Rep, class Period, class... Limits>
  auto async_acquire_for(const std::chrono::duration<Rep, Period>& timeout, Limits&&... limits) {
    return async_acquire_for(1, timeout, std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_acquire_until(std::ptrdiff_t count, Limits&&... limits) {
    return timed_until(async_acquire(count), std::forward<Limits>(limits)...);
  }
  template <class Clock, class Duration, class... Limits>
  auto async_acquire_until(const std::chrono::time_point<Clock, Duration>& deadline, Limits&&... limits) {
    return async_acquire_until(1, deadline, std::forward<Limits>(limits)...);
  }

  void release(std::ptrdiff_t count = 1) {
    if (count < 0 || count > max()) {
      detail::throw_invalid_argument("cqs::weighted_semaphore::release: the count must be from 0 to max()");
    }
    if (!_permits.release(count, max())) {
      detail::throw_overflow("cqs::weighted_semaphore::release: more permits than max()");
    }
  }

  /// The queue of the waiters, for measurements and tests.
  const auto& queue() const noexcept { return _permits.queue(); }

 private:
  static std::int64_t checked(std::ptrdiff_t count) {
    if (count < 1 || count > max()) {
      detail::throw_invalid_argument("cqs::weighted_semaphore: a request must be for 1 to max() permits");
    }
    return count;
  }

  operation asking(std::ptrdiff_t count) { return {_permits, checked(count)}; }

  permits _permits;
};

}  // namespace cqs
