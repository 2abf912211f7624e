#pragma once

#include <atomic>
#include <cstdint>

#include <cqs/platform/platform.h>

#include <baselines/spin/detail/backoff.h>

namespace cqs::baselines {

/// A platform whose threads watch a word instead of sleeping on it: any algorithm that parks becomes one that spins. A
/// wake-up costs nothing, since nobody sleeps.
template <platform Platform>
struct never_sleeping : Platform {
  using word_type = typename Platform::template atomic<std::uint32_t>;
  using time_point = typename Platform::clock::time_point;

  static void futex_wait(const word_type& word, std::uint32_t expected) noexcept {
    spin::detail::backoff<Platform> look_again;
    // relaxed: as with a futex, the caller looks again, and with its own order.
    while (word.load(std::memory_order_relaxed) == expected) {
      look_again();
    }
  }

  static bool futex_wait_until(const word_type& word, std::uint32_t expected, time_point time) noexcept {
    spin::detail::backoff<Platform> look_again;
    while (word.load(std::memory_order_relaxed) == expected) {
      if (Platform::clock::now() >= time) {
        return false;
      }
      look_again();
    }
    return true;
  }

  static void futex_wake_one(const word_type* /*address*/) noexcept {}
};

}  // namespace cqs::baselines
