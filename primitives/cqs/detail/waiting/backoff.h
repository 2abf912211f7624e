#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include <cqs/platform/platform.h>

namespace cqs::detail {

/// A busy-wait for a thread that is about to act. Call it between two looks at the word that this thread will change.
///
/// A call pauses at first, later calls yield, still later ones sleep. The sleep makes it safe for real-time threads.
/// Under SCHED_FIFO a thread that only yields never lets a thread of lower priority run on its processor, and may wait
/// for just that thread.
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

  /// The number of yields before the first sleep. If yields let the other thread run, far fewer are enough.
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
