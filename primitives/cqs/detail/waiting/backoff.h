#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include <cqs/platform/platform.h>

namespace cqs::detail {

/// A busy-wait for a thread that is about to act. Call it between two looks at what that thread will change.
///
/// It pauses, then yields, then sleeps. The sleep is what makes it safe for real-time threads: under SCHED_FIFO a
/// thread that only yields never lets a thread of lower priority run on its processor, and the lower one may be the
/// very thread that it waits for.
template <platform Platform>
class backoff {
 public:
  explicit backoff(std::uint32_t pauses) noexcept : _pauses(pauses) {}

  void operator()() noexcept {
    const std::uint32_t look = _looks++;
    if (look < _pauses) {
      Platform::pause();
    } else if (look < _pauses + yields) {
      Platform::yield();
    } else {
      sleep();
    }
  }

  /// How often it yields before it sleeps. A thread that can run by yielding needs far fewer.
  static constexpr std::uint32_t yields = 512;

 private:
  static constexpr std::chrono::microseconds nap{50};

  static void sleep() noexcept {
    const typename Platform::template atomic<std::uint32_t> never_changes{0};
    Platform::futex_wait_until(never_changes, 0, Platform::clock::now() + nap);
  }

  const std::uint32_t _pauses;
  std::uint32_t _looks = 0;
};

}  // namespace cqs::detail
