#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>

#include <cqs/detail/waiting/abort.h>

#include "interpose/library/interposed.h"

/// Absolute times of POSIX as deadlines.
namespace cqs::interpose {

inline bool is_valid(const timespec& time) noexcept {
  return time.tv_nsec >= 0 && time.tv_nsec < 1'000'000'000;
}

inline bool is_supported(clockid_t clock) noexcept {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

/// Calls `use` with the deadline as a time of the clock. A time that 64 bits of nanoseconds cannot hold becomes the
/// nearest one that they can: it is never reached, or long past.
template <class Use>
auto at(clockid_t clock, const timespec& time, Use use) {
  constexpr std::chrono::seconds most =
      std::chrono::floor<std::chrono::seconds>(std::chrono::nanoseconds::max());
  const auto seconds = std::clamp(std::chrono::seconds(time.tv_sec), -most, most - std::chrono::seconds(1));
  const auto since_epoch = seconds + std::chrono::nanoseconds(time.tv_nsec);
  if (clock == CLOCK_MONOTONIC) {
    return use(std::chrono::time_point<std::chrono::steady_clock, std::chrono::nanoseconds>(since_epoch));
  }
  return use(std::chrono::time_point<std::chrono::system_clock, std::chrono::nanoseconds>(since_epoch));
}

template <class Clock, class Duration>
auto deadline(std::chrono::time_point<Clock, Duration> time) noexcept {
  return cqs::detail::abort_at<interposed, Clock, Duration>(time);
}

}  // namespace cqs::interpose
