#pragma once

#include <chrono>
#include <cstdint>

#include <checker/engine/execution.h>

namespace cqs::check {

/// Virtual time. It stands still while threads run; it moves when the scheduler lets a deadline pass, and
/// when all that is left are threads that busy-wait.
struct clock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<clock>;
  static constexpr bool is_steady = true;

  static time_point now(site where = site::current()) noexcept {
    execution* const running = execution::active();
    return time_point(duration(running != nullptr ? running->now(where) : 0));
  }
};

}  // namespace cqs::check
