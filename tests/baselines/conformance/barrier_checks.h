#pragma once

#include <limits>

#include "baselines/concepts/barrier.h"
#include "support.h"

namespace cqs::baselines::conformance {

/// Counts how often a thread that passed saw a thread that had not arrived, or that was two phases ahead.
/// `pass(barrier, phase, index)` passes the barrier.
template <barrier_like B, class Pass>
std::size_t mixed_phases(Pass pass) {
  B barrier(team_size);
  std::vector<std::atomic<std::size_t>> arrivals(team_size);
  std::atomic<std::size_t> last = std::numeric_limits<std::size_t>::max();
  std::atomic<std::size_t> mixed = 0;
  stress([&](std::size_t index, auto more) {
    for (std::size_t phase = 1; phase <= last.load(std::memory_order_relaxed); ++phase) {
      if (index == 0 && !more()) {
        last.store(phase, std::memory_order_relaxed);  // all see it before they pass this phase
      }
      arrivals[index].store(phase, std::memory_order_relaxed);
      pass(barrier, phase, index);
      for (const auto& arrival : arrivals) {
        const auto seen = arrival.load(std::memory_order_relaxed);
        mixed += seen != phase && seen != phase + 1 ? 1 : 0;
      }
    }
  });
  return mixed;
}

template <barrier_like B>
std::size_t mixed_phases() {
  return mixed_phases<B>(
      [](B& barrier, std::size_t /*phase*/, std::size_t /*index*/) { barrier.arrive_and_wait(); });
}

}  // namespace cqs::baselines::conformance
