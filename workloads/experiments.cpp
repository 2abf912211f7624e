#include "workloads/experiments.h"

namespace cqs::workloads {

std::vector<harness::experiment> all_experiments() {
  std::vector<harness::experiment> all;
  all.push_back(barrier_experiment());
  all.push_back(latch_experiment());
  all.push_back(mutex_experiment());
  all.push_back(semaphore_experiment());
  all.push_back(pool_experiment());
  all.push_back(abort_experiment());
  all.push_back(release_after_aborts_experiment());
  all.push_back(storm_experiment());
  all.push_back(handoff_experiment());
  all.push_back(uncontended_experiment());
  all.push_back(readers_writer_experiment());
  all.push_back(notifier_experiment());
  all.push_back(transactions_experiment());
  all.push_back(cowns_experiment());
  all.push_back(executor_experiment());
  all.push_back(async_experiment());
  return all;
}

}  // namespace cqs::workloads
