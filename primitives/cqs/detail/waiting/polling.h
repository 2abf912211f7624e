#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include <cqs/platform/platform.h>
#include <cqs/waiting.h>

namespace cqs::detail {

/// The part of a thread's wait before it parks: it spins, then yields, as `cqs::waiting` says. `is_over()` tells whether
/// the wait is over; `abort` is one of the reasons to give up in abort.h.
template <waiting Policy, platform Platform>
struct polling {
  enum class outcome : std::uint8_t { completed, abort_requested, still_waiting };

  struct spin_result {
    outcome end;
    std::chrono::nanoseconds taken;
  };

  template <class IsOver, class Abort>
  static spin_result spin(std::chrono::nanoseconds most, const IsOver& is_over, const Abort& abort) noexcept {
    using clock = typename Platform::clock;
    // Most spins end before the first look at the clock.
    std::optional<typename clock::time_point> start;
    std::chrono::nanoseconds taken{0};
    for (;;) {
      if (Abort::possible && abort.requested()) {
        return {outcome::abort_requested, taken};
      }
      for (std::uint32_t pauses = 0; pauses < Policy.look_interval; ++pauses) {
        if (is_over()) {
          return {outcome::completed, taken};
        }
        Platform::pause();
      }
      const auto now = clock::now();
      if (!start) {
        start = now;
      }
      taken = now - *start;
      if (taken >= most) {
        return {outcome::still_waiting, taken};
      }
    }
  }

  template <class IsOver, class Abort>
  static outcome yield(const IsOver& is_over, const Abort& abort) noexcept {
    // Looks first: a request may be granted before its thread waits.
    for (std::uint32_t yields = 0; !is_over(); ++yields) {
      if (yields == Policy.yields) {
        return outcome::still_waiting;
      }
      if (Abort::possible && abort.requested()) {
        return outcome::abort_requested;
      }
      Platform::yield();
    }
    return outcome::completed;
  }
};

}  // namespace cqs::detail
