#pragma once

#include "harness/experiment/cell_run.h"
#include "harness/experiment/experiment.h"
#include "harness/record/sample.h"

namespace cqs::harness {

/// Takes one sample in this process: pins the calling thread, binds its memory, runs the workload. An exception of
/// the workload becomes a failed sample. Throws `user_error` if the sample cannot be taken on this machine.
sample take_sample(const implementation& implementation, const cell_run& run);

}  // namespace cqs::harness
