#pragma once

#include <vector>

#include "workloads/support/experiment_builder.h"

namespace cqs::workloads {

/// All experiments, in the order in which they are listed. On a simulated machine the cells are the same, and
/// implementations that are not written for every platform are skipped with a reason.
std::vector<harness::experiment> all_experiments(const machine_choice& machine = nullptr);

}  // namespace cqs::workloads
