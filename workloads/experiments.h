#pragma once

#include <vector>

#include "harness/experiment.h"

namespace cqs::workloads {

harness::experiment abort_experiment();
harness::experiment async_experiment();
harness::experiment barrier_experiment();
harness::experiment cowns_experiment();
harness::experiment executor_experiment();
harness::experiment handoff_experiment();
harness::experiment latch_experiment();
harness::experiment mutex_experiment();
harness::experiment notifier_experiment();
harness::experiment pool_experiment();
harness::experiment readers_writer_experiment();
harness::experiment release_after_aborts_experiment();
harness::experiment semaphore_experiment();
harness::experiment storm_experiment();
harness::experiment transactions_experiment();
harness::experiment uncontended_experiment();

/// In the order in which they are listed.
std::vector<harness::experiment> all_experiments();

}  // namespace cqs::workloads
