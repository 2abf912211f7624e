#pragma once

#include <cstdint>

#include <cqs/platform/native.h>

#include "support/futex_calls.h"

namespace cqs::baselines {

/// The platform of measured cells: the machine itself, and a count of the futex calls. A call takes hundreds of times as
/// long as the count.
struct measured : native {
  static void futex_wait(const atomic<std::uint32_t>& word, std::uint32_t expected) noexcept {
    ++support::futex_calls;
    native::futex_wait(word, expected);
  }

  static bool futex_wait_until(const atomic<std::uint32_t>& word, std::uint32_t expected,
                               clock::time_point time) noexcept {
    ++support::futex_calls;
    return native::futex_wait_until(word, expected, time);
  }

  static void futex_wake_one(const atomic<std::uint32_t>* address) noexcept {
    ++support::futex_calls;
    native::futex_wake_one(address);
  }
};

static_assert(platform<measured>);

}  // namespace cqs::baselines
