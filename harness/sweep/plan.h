#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/experiment/experiment.h"
#include "harness/sweep/plan_filter.h"
#include "harness/sweep/profile.h"
#include "support/topology/topology.h"

namespace cqs::harness {

/// A sample to be taken: a cell, in its own process, for the n-th time.
struct planned_sample {
  harness::cell cell;
  const harness::implementation* implementation = nullptr;
  std::string placement;
  unsigned process = 0;
  std::chrono::milliseconds window{0};

  bool skipped() const { return !implementation->skipped.empty(); }
  /// What tells it from all others of its sweep.
  std::string key() const;
};

/// Everything that a sweep will do, in its order: as many rounds as processes, each in a random order of its
/// own, so that what drifts on the machine meets all alike, and so that half a sweep is a coarser one. The
/// same seed gives the same order, none that of the profile. Throws `user_error` if the filter names what
/// there is not, or if nothing is left.
std::vector<planned_sample> make_plan(const profile& profile, const std::vector<experiment>& experiments,
                                      const plan_filter& filter, const support::topology& machine,
                                      std::optional<std::uint64_t> seed);

std::chrono::duration<double> estimated_time(const std::vector<planned_sample>& plan);

}  // namespace cqs::harness
