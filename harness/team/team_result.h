#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "harness/machine/thread_usage.h"
#include "harness/record/histogram.h"
#include "harness/team/order_record.h"

namespace cqs::harness {

/// What a team did.
struct team_result {
  double span_ns = 0;     ///< from the first thread's begin to the last one's end, after the warm-up
  double window_ns = 0;   ///< in which all of them ran; 0 if never
  double warm_up_ns = 0;  ///< before; 0: there was none
  std::vector<std::uint64_t> operations;  ///< of each thread, with its warm-up: for checks
  std::vector<std::uint64_t> discarded;   ///< of those, during the warm-up
  histogram waits;
  histogram aborts;
  order_record order;
  thread_usage usage;           ///< of all threads together
  bool few_operations = false;  ///< fewer than wanted, although the window was stretched

  std::uint64_t total() const noexcept {
    return std::accumulate(operations.begin(), operations.end(), std::uint64_t{0});
  }

  /// Of each thread, after the warm-up: for times and rates.
  std::vector<std::uint64_t> measured() const {
    auto counts = operations;
    for (std::size_t i = 0; i < std::min(counts.size(), discarded.size()); ++i) {
      counts[i] -= std::min(counts[i], discarded[i]);
    }
    return counts;
  }
  std::uint64_t measured_total() const {
    const auto counts = measured();
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  }
};

}  // namespace cqs::harness
