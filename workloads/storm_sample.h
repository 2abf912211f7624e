#pragma once

#include "harness/sample.h"
#include "harness/team_result.h"
#include "workloads/work_of.h"

namespace cqs::workloads {

/// What a storm measures: the operations are the survivors' ones.
inline harness::sample storm_sample(const harness::cell_run& run, const harness::team_result& result) {
  auto sample = harness::sample::of(result);
  const auto aborts = static_cast<double>(result.aborts.total());
  sample.set("aborts", aborts);
  sample.set("abort_share", aborts / (aborts + static_cast<double>(result.total())));
  set_work(sample, run);
  return sample;
}

}  // namespace cqs::workloads
