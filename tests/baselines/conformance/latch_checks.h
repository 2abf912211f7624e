#pragma once

#include <deque>

#include "baselines/concepts/latch.h"
#include "support.h"

namespace cqs::baselines::conformance {

inline constexpr std::size_t counters = 3;

template <latch_like L>
struct latch_round {
  L latch{counters};
  std::atomic<std::size_t> arrived = 0;
};

/// Counts how often `wait` returned before the last `count_down`, on one latch after another. The given
/// number of threads wait; the others count down. A latch lives until the end, because the last `count_down`
/// may still run when a waiter leaves.
template <latch_like L>
std::size_t early_returns(std::size_t waiters) {
  constexpr std::size_t rounds = 60;
  std::deque<latch_round<L>> all(rounds);
  std::atomic<std::size_t> early = 0;
  run_team(waiters + counters, [&](std::size_t index) {
    for (auto& round : all) {
      if (index < waiters) {
        round.latch.wait();
        early += round.arrived.load(std::memory_order_relaxed) < counters ? 1 : 0;
      } else {
        std::this_thread::yield();  // gives the waiters a chance to be too early
        round.arrived.fetch_add(1, std::memory_order_relaxed);
        round.latch.count_down();
      }
    }
  });
  return early;
}

}  // namespace cqs::baselines::conformance
