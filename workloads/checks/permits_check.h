#pragma once

#include <chrono>
#include <cstdint>

#include "baselines/concepts/semaphore.h"
#include "harness/record/sample.h"

namespace cqs::workloads {

/// Far longer than a thread needs to get a free permit.
inline constexpr std::chrono::seconds until_it_is_lost{2};
/// If a permit arrives within this time although none is left, there is one too many.
inline constexpr std::chrono::milliseconds until_it_is_none{1};

/// Takes all permits of an idle semaphore: there must be as many as at the beginning. If waits cannot be
/// aborted, a lost permit blocks the check until the watchdog ends the process, and an extra permit goes
/// unnoticed.
template <baselines::semaphore_like Semaphore>
void verify_permits(harness::sample& sample, Semaphore& semaphore, std::int64_t permits) {
  if constexpr (baselines::abortable_semaphore<Semaphore>) {
    std::uint64_t taken = 0;
    while (taken < static_cast<std::uint64_t>(permits) && semaphore.try_acquire_for(until_it_is_lost)) {
      ++taken;
    }
    if (taken == static_cast<std::uint64_t>(permits) && semaphore.try_acquire_for(until_it_is_none)) {
      ++taken;
    }
    sample.check_equal("permits at the end", taken, static_cast<std::uint64_t>(permits));
    for (; taken > 0; --taken) {
      semaphore.release();
    }
  } else {
    for (std::int64_t i = 0; i < permits; ++i) {
      semaphore.acquire();
    }
    for (std::int64_t i = 0; i < permits; ++i) {
      semaphore.release();
    }
  }
}

}  // namespace cqs::workloads
