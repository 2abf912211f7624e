#pragma once

#include <memory>
#include <vector>

#include "harness/experiment.h"
#include "simulator/machine.h"

namespace cqs::workloads::simulated {

/// The experiments as they are measured, with the same cells, on a simulated machine. What is not written for
/// every platform is skipped, and says so.
std::vector<harness::experiment> all_experiments(const std::shared_ptr<const simulator::machine>& machine);

}  // namespace cqs::workloads::simulated
