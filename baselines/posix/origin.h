#pragma once

#include <chrono>
#include <ctime>
#include <system_error>

#include <features.h>

#include "baselines/adapters/text.h"

namespace cqs::baselines {

inline constexpr auto posix_origin = "glibc " CQS_TEXT(__GLIBC__) "." CQS_TEXT(__GLIBC_MINOR__);

/// Throws the error that a `pthread_…` call returned, unless it succeeded.
inline void posix_check(int error, const char* call) {
  if (error != 0) [[unlikely]] {
    throw std::system_error(error, std::generic_category(), call);
  }
}

/// Returns the deadline of a wait with this timeout, in CLOCK_MONOTONIC.
inline timespec posix_deadline(std::chrono::nanoseconds timeout) {
  const auto time = std::chrono::steady_clock::now().time_since_epoch() + timeout;
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  return {.tv_sec = seconds.count(), .tv_nsec = std::chrono::nanoseconds(time - seconds).count()};
}

}  // namespace cqs::baselines
