// Figure 5: threads pass a barrier together, again and again, and work between the phases.

#include "baselines/implementations.h"
#include "workloads/paper/barrier_workload.h"
#include "workloads/support/experiment_builder.h"

namespace cqs::workloads {

harness::experiment barrier_experiment(const machine_choice& machine) {
  experiment_builder experiment(machine,
                                {.name = "barrier",
                                 .summary = "threads pass a barrier together, again and again (figure 5)",
                                 .operation = "a phase: all threads arrive, pass and work",
                                 .axes = {{"work", {"100"}}},
                                 .thread_counts = {"2", "4"}});
  experiment.add<baselines::barriers_and_variants>(
      {}, []<class T, class Run>() { return &measure_barrier<T, Run>; });
  experiment.add_jvm({}, baselines::kind::barrier);
  return experiment.build();
}

}  // namespace cqs::workloads
