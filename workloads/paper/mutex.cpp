// Figure 7 with one permit: threads work, lock, work, unlock.

#include "baselines/implementations.h"
#include "workloads/paper/mutex_workload.h"
#include "workloads/support/experiment_builder.h"

namespace cqs::workloads {

harness::experiment mutex_experiment(const machine_choice& machine) {
  experiment_builder experiment(machine, {.name = "mutex",
                                          .summary = "threads take one mutex in turn (figure 7, one permit)",
                                          .operation = "work, lock, work, unlock",
                                          .axes = {{"work", {"100"}}},
                                          .thread_counts = {"1", "2", "4"}});
  experiment.add<baselines::mutexes_and_variants>(
      {}, []<class T, class Run>() { return &measure_mutex<T, Run>; });
  experiment.add_jvm({}, baselines::kind::mutex);
  return experiment.build();
}

}  // namespace cqs::workloads
