#pragma once

#include "harness/record/sample.h"
#include "harness/team/team_result.h"
#include "harness/team/team_sample.h"
#include "workloads/support/work_of.h"

namespace cqs::workloads {

/// The measures of a storm. Only operations that were not aborted count.
template <class Run>
harness::sample storm_sample(const Run& run, const harness::team_result& result) {
  auto sample = harness::sample_of(result);
  const auto aborts = static_cast<double>(result.aborts.total());
  sample.set("aborts", aborts);
  sample.set("abort_share", aborts / (aborts + static_cast<double>(result.measured_total())));
  set_work(sample, run);
  return sample;
}

}  // namespace cqs::workloads
