#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include <cqs/coroutine.h>
#include <cqs/detail/misuse.h>
#include <cqs/detail/pools/permits_of.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/options.h>
#include <cqs/platform/native.h>
#include <cqs/request.h>

namespace cqs {

/// A semaphore in which permits go to waiters first come, first served, and every wait can be aborted. The interface of
/// `std::counting_semaphore`, and more (listing 15 of the paper).
///
/// Abort: the waiter leaves the queue in O(1). A permit that was on its way to the waiter goes to the next waiter, or
/// back to the semaphore. Progress: `try_acquire` and `release` are lock-free, apart from the change of segments (see
/// `synchronizer`). With `resumption::sync`, `try_acquire` never fails while a permit is free, but `acquire` and
/// `release` are only obstruction-free.
///
/// Order: with bounded overtaking in its options, a thread that runs may acquire before those that wait, up to the
/// bound (see `order`). An `acquire` may then resume coroutines that wait behind it. While the bound is reached,
/// newcomers wait for the first waiter even if a permit is free.
///
/// Memory: 32 bytes (40 with bounded overtaking), and nothing else before the first wait. The first wait allocates a
/// segment of 32 cells (320 bytes). The semaphore keeps one or two of them; n waiters take one for each 32 of them.
///
/// Lifetime: when every released permit has been acquired, no `release` uses the semaphore any more, even if the call
/// has not returned. A thread that knows this may destroy the semaphore.
template <std::ptrdiff_t LeastMaxValue = std::numeric_limits<std::int32_t>::max(),
          options Options = options{}, platform Platform = native>
class counting_semaphore {
  static_assert(LeastMaxValue >= 0, "a semaphore's greatest count is not negative");
  static_assert(Options.order.is_strict() || LeastMaxValue <= std::numeric_limits<std::int32_t>::max(),
                "a semaphore with bounded overtaking counts up to 2^31 - 1");
  using permits = detail::permits_of<Options, Platform>;

 public:
  using request_type = request<typename permits::take_operation>;
  using stop_token = typename Platform::stop_token;

  static constexpr std::ptrdiff_t max() noexcept { return LeastMaxValue; }

  constexpr explicit counting_semaphore(std::ptrdiff_t desired) : _permits(desired) {
    if (desired < 0 || desired > max()) {
      detail::throw_invalid_argument("cqs::counting_semaphore: the initial count must be from 0 to max()");
    }
  }

  void acquire() { _permits.acquire(detail::never_abort<Platform>{}); }

  /// As `acquire`, but returns false once stop is requested.
  [[nodiscard]] bool acquire(stop_token stop) {
    return _permits.acquire(detail::abort_on_stop<Platform>(std::move(stop)));
  }

  [[nodiscard]] bool try_acquire() noexcept { return _permits.try_acquire(); }

  template <class Rep, class Period>
  [[nodiscard]] bool try_acquire_for(const std::chrono::duration<Rep, Period>& timeout) {
    return _permits.acquire(detail::abort_after<Platform>(timeout));
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_acquire_until(const std::chrono::time_point<Clock, Duration>& deadline) {
    return _permits.acquire(detail::abort_at<Platform, Clock, Duration>(deadline));
  }

  /// Takes a place in the queue without waiting.
  request_type acquire_request() { return request_type(operation()); }

  /// For coroutines (see `awaitable`). With a token, the result is false once stop is requested.
  auto async_acquire() { return detail::make_awaitable(operation(), detail::never_abort<Platform>{}); }
  auto async_acquire(stop_token stop) {
    return detail::make_awaitable(operation(), detail::abort_on_stop<Platform>(std::move(stop)));
  }

  /// With a deadline: see <cqs/timer.h>, which a caller includes.
  template <class... Limits>
  auto async_acquire_for(Limits&&... limits) {
    return timed_for(async_acquire(), std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_acquire_until(Limits&&... limits) {
    return timed_until(async_acquire(), std::forward<Limits>(limits)...);
  }

  void release(std::ptrdiff_t update = 1) {
    if (update < 0 || update > max()) {
      detail::throw_invalid_argument("cqs::counting_semaphore::release: the update must be from 0 to max()");
    }
    if (!_permits.release(update, max())) {
      detail::throw_overflow("cqs::counting_semaphore::release: more permits than max()");
    }
  }

  /// The queue of the waiters, for measurements and tests.
  const auto& queue() const noexcept { return _permits.queue(); }

 private:
  typename permits::take_operation operation() noexcept { return {_permits}; }

  permits _permits;
};

using binary_semaphore = counting_semaphore<1>;

}  // namespace cqs
