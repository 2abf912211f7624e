// Figure 7: threads work, acquire, work, release.

#include "baselines/implementations.h"
#include "workloads/paper/semaphore_workload.h"
#include "workloads/support/experiment_builder.h"
#include "workloads/support/jvm.h"

namespace cqs::workloads {

harness::experiment semaphore_experiment(const machine_choice& machine) {
  experiment_builder experiment(machine, {.name = "semaphore",
                                          .summary = "threads share some permits (figure 7)",
                                          .operation = "work, acquire, work, release",
                                          .axes = {{"permits", {"1", "4"}}, {"work", {"100"}}},
                                          .thread_counts = {"2", "8"}});
  experiment.add<baselines::semaphores_and_variants>(
      {}, []<class T, class Run>() { return &measure_semaphore<T, Run>; });
  experiment.add_jvm({}, baselines::kind::semaphore, without_aborts_the_same);
  return experiment.build();
}

}  // namespace cqs::workloads
