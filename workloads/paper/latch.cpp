// Figure 6: the threads share many count_downs, with work after each; another thread waits for the last one.

#include "baselines/implementations.h"
#include "workloads/paper/latch_workload.h"
#include "workloads/support/experiment_builder.h"

namespace cqs::workloads {

harness::experiment latch_experiment(const machine_choice& machine) {
  experiment_builder experiment(machine,
                                {.name = "latch",
                                 .summary = "threads count a latch down; one waits for it (figure 6)",
                                 .operation = "count_down, work",
                                 .axes = {{"work", {"100"}}},
                                 .thread_counts = {"1", "2"}});
  experiment.add<baselines::latches_and_variants>(
      {}, []<class T, class Run>() { return &measure_latch<T, Run>; });
  experiment.add_jvm({}, baselines::kind::latch);
  return experiment.build();
}

}  // namespace cqs::workloads
