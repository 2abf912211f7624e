// Figure 5: threads pass a barrier together, again and again, and work between two phases.

#include "baselines/implementations.h"
#include "workloads/barrier_workload.h"
#include "workloads/contestants.h"
#include "workloads/experiments.h"
#include "workloads/jvm.h"

namespace cqs::workloads {

harness::experiment barrier_experiment() {
  harness::experiment experiment{.name = "barrier",
                                 .summary = "threads pass a barrier together, again and again (figure 5)",
                                 .operation = "a phase: all threads arrive, pass and work",
                                 .parameters = {"work"}};
  add_contestants<baselines::barriers>(experiment, {}, []<class T>() { return &measure_barrier<T>; });
  add_jvm_contestants(experiment, {}, baselines::kind::barrier);
  return experiment;
}

}  // namespace cqs::workloads
