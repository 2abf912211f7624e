#pragma once

#include <vector>

#include "workloads/support/experiment_builder.h"

namespace cqs::workloads {

/// Returns all experiments, in the order of the list. On a simulated machine the cells are the same;
/// implementations that are not portable are skipped with a reason.
std::vector<harness::experiment> all_experiments(const machine_choice& machine = nullptr);

}  // namespace cqs::workloads
