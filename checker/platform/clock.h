#pragma once

#include <chrono>
#include <cstdint>

#include <checker/engine/execution.h>

namespace cqs::check {

/// A virtual clock. It does not advance while threads run. It advances when the scheduler lets a deadline
/// pass, or when all remaining threads busy-wait.
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
