#pragma once

#include <chrono>
#include <span>
#include <vector>

#include "harness/machine/processor_times.h"
#include "harness/record/sample.h"

namespace cqs::harness {

/// What went on around a sample on this machine: begins with its construction, and ends with `tell`.
class surroundings {
 public:
  /// The processors of the cell; none: all.
  explicit surroundings(std::span<const unsigned> cpus);

  /// Adds to the sample: `steal_share` and `others_share` of the time of these processors, `load`, `frequency_mhz`,
  /// `reference_ns` and `reference_after_ns`. What this machine does not tell is absent.
  void tell(sample& sample) const;

 private:
  using clock = std::chrono::steady_clock;

  std::vector<unsigned> _cpus;
  double _load;
  double _reference_ns;
  double _own_seconds;
  clock::time_point _begin;
  processor_times _before;
};

}  // namespace cqs::harness
