#include "workloads/experiments.h"

namespace cqs::workloads {

// The list of experiments. Declare a new one here, and add it to the array below. CMake finds its file.
using declaration = harness::experiment(const machine_choice&);

declaration abort_experiment;
declaration applications_experiment;
declaration async_experiment;
declaration barrier_experiment;
declaration chain_experiment;
declaration cowns_experiment;
declaration executor_experiment;
declaration handoff_experiment;
declaration latch_experiment;
declaration mutex_experiment;
declaration notifier_experiment;
declaration pool_experiment;
declaration readers_writer_experiment;
declaration release_after_aborts_experiment;
declaration semaphore_experiment;
declaration service_experiment;
declaration storm_experiment;
declaration transactions_experiment;
declaration tuning_experiment;
declaration uncontended_experiment;
declaration wakeup_experiment;

namespace {

constexpr declaration* experiments[]{
    &barrier_experiment,
    &latch_experiment,
    &mutex_experiment,
    &semaphore_experiment,
    &pool_experiment,
    &abort_experiment,
    &release_after_aborts_experiment,
    &storm_experiment,
    &service_experiment,
    &handoff_experiment,
    &wakeup_experiment,
    &tuning_experiment,
    &chain_experiment,
    &uncontended_experiment,
    &readers_writer_experiment,
    &notifier_experiment,
    &transactions_experiment,
    &cowns_experiment,
    &executor_experiment,
    &async_experiment,
    &applications_experiment,
};

}  // namespace

std::vector<harness::experiment> all_experiments(const machine_choice& machine) {
  std::vector<harness::experiment> all;
  for (declaration* const declared : experiments) {
    all.push_back(declared(machine));
  }
  return all;
}

}  // namespace cqs::workloads
