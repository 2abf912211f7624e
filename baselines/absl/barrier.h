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

/// `absl::Barrier` serves one phase. Two take turns here: the last thread to leave one, which `Block` tells,
/// renews it while the others may already stand at the other; nobody comes to it again before that thread has
/// passed the other one, too. So a phase costs what Abseil's barrier costs, a construction, and a store per
/// thread.
class absl_barrier {
 public:
  static constexpr description about{"absl.barrier", absl_origin, waiting::parking};

  explicit absl_barrier(std::ptrdiff_t parties) : _parties(static_cast<int>(parties)) {
    for (auto& barrier : _barriers) {
      barrier.emplace(_parties);
    }
  }

  void arrive_and_wait() {
    // relaxed: all threads that leave a phase store the same, and the thread itself was one of them.
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
