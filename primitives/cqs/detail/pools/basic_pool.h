#pragma once

#include <chrono>
#include <optional>
#include <utility>

#include <cqs/coroutine.h>
#include <cqs/detail/pools/pool_of.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/options.h>
#include <cqs/platform/platform.h>
#include <cqs/request.h>

namespace cqs::detail {

/// The interface of all pools. When every element has been taken, no `put` uses the pool any more, even if the call has
/// not returned. A thread that knows this may destroy the pool.
template <class T, class Storage, options Options, platform Platform>
class basic_pool {
  using pool_type = pool_of<T, Storage, Options, Platform>;

 public:
  using value_type = T;
  using request_type = request<typename pool_type::take_operation>;
  using stop_token = typename Platform::stop_token;

  /// Gives the element to the `take` that has waited longest, or keeps it.
  void put(T element) noexcept { _pool.put(std::move(element)); }

  /// Takes an element, or waits for one.
  T take() { return *_pool.take(never_abort<Platform>{}); }

  /// As `take`, but returns nothing once stop is requested.
  [[nodiscard]] std::optional<T> take(stop_token stop) {
    return _pool.take(abort_on_stop<Platform>(std::move(stop)));
  }

  [[nodiscard]] std::optional<T> try_take() noexcept { return _pool.try_take(); }

  template <class Rep, class Period>
  [[nodiscard]] std::optional<T> take_for(const std::chrono::duration<Rep, Period>& timeout) {
    return _pool.take(abort_after<Platform>(timeout));
  }

  template <class Clock, class Duration>
  [[nodiscard]] std::optional<T> take_until(const std::chrono::time_point<Clock, Duration>& deadline) {
    return _pool.take(abort_at<Platform, Clock, Duration>(deadline));
  }

  /// Takes a place in the queue without waiting.
  request_type take_request() { return request_type(operation()); }

  /// For coroutines (see `awaitable`). With a token, the result is a `std::optional`: nothing once stop is requested.
  auto async_take() { return make_awaitable(operation(), never_abort<Platform>{}); }
  auto async_take(stop_token stop) {
    return make_awaitable(operation(), abort_on_stop<Platform>(std::move(stop)));
  }

  /// With a deadline: see <cqs/timer.h>, which a caller includes.
  template <class... Limits>
  auto async_take_for(Limits&&... limits) {
    return timed_for(async_take(), std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_take_until(Limits&&... limits) {
    return timed_until(async_take(), std::forward<Limits>(limits)...);
  }

  /// The queue of the waiters, for measurements and tests.
  const auto& queue() const noexcept { return _pool.queue(); }

 private:
  typename pool_type::take_operation operation() noexcept { return {_pool}; }

  pool_type _pool;
};

}  // namespace cqs::detail
