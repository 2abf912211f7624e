#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include <cqs/detail/waiting/clock.h>
#include <cqs/platform/platform.h>

/// The reasons to give up a wait. For a thread, each kind has three functions. `requested` tells whether to give up
/// now. `sleep` sleeps until then, or until the word changes. `interrupting` lets the thread that makes the request
/// wake the sleeper; its result lives as long as the sleep. A waiter without a thread gets a call at the request
/// (`subscription`).
namespace cqs::detail {

/// A time beyond this distance is never reached, or long past, and exact arithmetic might overflow. `duration::max()`
/// means "for ever", and so does `hours(1'000'000'000)`.
constexpr std::chrono::duration<double> horizon{1e9};

template <class Duration>
constexpr std::chrono::duration<double> roughly(Duration duration) noexcept {
  return duration;
}

/// The waiter never gives up.
template <platform Platform>
struct never_abort {
  using word = typename Platform::template atomic<std::uint32_t>;
  struct nothing {};

  static constexpr bool possible = false;

  template <class Callback>
  class subscription {
   public:
    void begin(const never_abort& /*abort*/, Callback /*callback*/) noexcept {}
    void end() noexcept {}
  };

  static constexpr bool leaves_no_time() noexcept { return false; }
  bool requested() const noexcept { return false; }
  nothing interrupting(word& /*state*/, std::uint32_t /*bit*/) const noexcept { return {}; }
  void sleep(const word& state, std::uint32_t expected) const noexcept {
    Platform::futex_wait(state, expected);
  }
};

/// The waiter gives up at a given time of any clock.
template <platform Platform, class Clock, class Duration>
class abort_at {
  static_assert(clock<Clock>, "the type that the deadline names as its clock is no clock");

 public:
  using word = typename Platform::template atomic<std::uint32_t>;
  struct nothing {};

  static constexpr bool possible = true;

  explicit abort_at(std::chrono::time_point<Clock, Duration> time) noexcept : _time(time) {}

  /// Returns true if the time is past for every clock.
  bool leaves_no_time() const noexcept { return _time == std::chrono::time_point<Clock, Duration>::min(); }
  bool requested() const noexcept {
    const auto now = Clock::now();
    const auto left = roughly_until(now);
    return left < -horizon || (left < horizon && now >= _time);
  }
  nothing interrupting(word& /*state*/, std::uint32_t /*bit*/) const noexcept { return {}; }
  void sleep(const word& state, std::uint32_t expected) const noexcept {
    Platform::futex_wait_until(state, expected, wake_time());
  }

  /// By the platform's clock. A foreign clock may be set meanwhile: `requested` decides, this time only limits the
  /// sleep.
  typename Platform::clock::time_point wake_time() const noexcept {
    const auto now = Clock::now();
    const auto left = roughly_until(now);
    if (left > horizon) {
      return platform_clock::time_point::max();
    }
    if (left < -horizon) {
      return platform_clock::time_point::min();
    }
    using duration = typename platform_clock::duration;
    if constexpr (std::is_same_v<Clock, platform_clock>) {
      return std::chrono::ceil<duration>(_time);
    } else {
      return platform_clock::now() + std::chrono::ceil<duration>(_time - now);
    }
  }

 private:
  using platform_clock = typename Platform::clock;

  std::chrono::duration<double> roughly_until(typename Clock::time_point now) const noexcept {
    return roughly(_time.time_since_epoch()) - roughly(now.time_since_epoch());
  }

  std::chrono::time_point<Clock, Duration> _time;
};

/// The waiter gives up when stop is requested.
template <platform Platform>
class abort_on_stop {
 public:
  using word = typename Platform::template atomic<std::uint32_t>;
  using token = typename Platform::stop_token;

  static constexpr bool possible = true;

  /// Calls `callback` once, at the request: in `begin`, or in any thread until `end`. `end` returns when no call is in
  /// progress, apart from a call that `end` itself is made from.
  template <class Callback>
  class subscription {
   public:
    void begin(const abort_on_stop& abort, Callback callback) {
      if (abort._stop.stop_possible()) {
        _callback.emplace(abort._stop, callback);
      }
    }
    void end() noexcept { _callback.reset(); }

   private:
    std::optional<typename Platform::template stop_callback<Callback>> _callback;
  };

  explicit abort_on_stop(token stop) noexcept : _stop(std::move(stop)) {}

  static constexpr bool leaves_no_time() noexcept { return false; }
  bool requested() const noexcept { return _stop.stop_requested(); }

  auto interrupting(word& state, std::uint32_t bit) const {
    const auto interrupt = [&state, bit]() noexcept {
      state.fetch_or(bit, std::memory_order_relaxed);
      Platform::futex_wake_one(&state);
    };
    return typename Platform::template stop_callback<decltype(interrupt)>(_stop, interrupt);
  }

  void sleep(const word& state, std::uint32_t expected) const noexcept {
    Platform::futex_wait(state, expected);
  }

 private:
  token _stop;
};

/// The deadline of a wait that lasts at most `timeout`. If that is not positive, there is no wait: the caller only
/// tries.
template <platform Platform, class Rep, class Period>
auto abort_after(std::chrono::duration<Rep, Period> timeout) noexcept {
  using clock = typename Platform::clock;
  using duration = typename clock::duration;
  auto time = clock::time_point::max();
  if (timeout <= timeout.zero()) {
    time = clock::time_point::min();
  } else if (roughly(timeout) < horizon) {
    time = clock::now() + std::chrono::ceil<duration>(timeout);
  }
  return abort_at<Platform, clock, duration>(time);
}

}  // namespace cqs::detail
