// Figure 8: threads work, take an element, work with it, put it back.

#include "baselines/implementations.h"
#include "workloads/paper/pool_workload.h"
#include "workloads/support/experiment_builder.h"

namespace cqs::workloads {

harness::experiment pool_experiment(const machine_choice& machine) {
  experiment_builder experiment(machine, {.name = "pool",
                                          .summary = "threads share the elements of a pool (figure 8)",
                                          .operation = "work, take, work, put",
                                          .axes = {{"elements", {"1", "8"}}, {"work", {"100"}}},
                                          .thread_counts = {"2", "4"}});
  experiment.add<baselines::pools_and_variants>({},
                                                []<class T, class Run>() { return &measure_pool<T, Run>; });
  experiment.add_jvm({}, baselines::kind::pool);
  return experiment.build();
}

}  // namespace cqs::workloads
