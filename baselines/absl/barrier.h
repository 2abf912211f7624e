#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <absl/synchronization/barrier.h>

#include "baselines/absl/origin.h"
#include "baselines/concepts/barrier.h"

namespace cqs::baselines {

/// `absl::Barrier` serves one phase, so two of them take turns here. `Block` identifies the last thread that
/// leaves a phase. That thread constructs the barrier of that phase again, while the others may already wait
/// at the second barrier. Nobody comes back to the first one before that thread has passed the second one,
/// too. So a phase costs Abseil's barrier, a construction, and a store per thread.
class absl_barrier {
 public:
  static constexpr description about{"absl.barrier", absl_origin, waiting::parking};

  explicit absl_barrier(std::ptrdiff_t parties) : _parties(static_cast<int>(parties)) {
    for (auto& barrier : _barriers) {
      barrier.emplace(_parties);
    }
  }

  void arrive_and_wait() {
    // relaxed: all threads that leave a phase store the same value, and this thread is one of them.
    const auto phase = _phase.load(std::memory_order_relaxed);
    auto& barrier = _barriers[phase % _barriers.size()];
    if (barrier->Block()) {
      barrier.emplace(_parties);
    }
    _phase.store(phase + 1, std::memory_order_relaxed);
  }

 private:
  int _parties;
  std::array<std::optional<absl::Barrier>, 2> _barriers;
  std::atomic<std::uint64_t> _phase{0};
};

}  // namespace cqs::baselines
