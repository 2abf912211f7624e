#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "harness/record/histogram.h"

namespace cqs::harness {

/// What a team did.
struct team_result {
  double span_ns = 0;                     ///< from the first thread's begin to the last one's end
  double window_ns = 0;                   ///< in which all of them ran; 0 if never
  std::vector<std::uint64_t> operations;  ///< of each thread
  histogram waits;
  histogram aborts;
  std::uint64_t voluntary_switches = 0;
  std::uint64_t involuntary_switches = 0;

  std::uint64_t total() const noexcept {
    return std::accumulate(operations.begin(), operations.end(), std::uint64_t{0});
  }
};

}  // namespace cqs::harness
