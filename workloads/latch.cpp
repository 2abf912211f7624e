// Figure 6: many count_downs are spread over the threads, with work after each; another thread waits for the
// last.

#include "baselines/implementations.h"
#include "workloads/contestants.h"
#include "workloads/experiments.h"
#include "workloads/jvm.h"
#include "workloads/latch_workload.h"

namespace cqs::workloads {

harness::experiment latch_experiment() {
  harness::experiment experiment{.name = "latch",
                                 .summary = "threads count a latch down, one waits for it (figure 6)",
                                 .operation = "count_down, work",
                                 .parameters = {"work"}};
  add_contestants<baselines::latches>(experiment, {}, []<class T>() { return &measure_latch<T>; });
  add_jvm_contestants(experiment, {}, baselines::kind::latch);
  return experiment;
}

}  // namespace cqs::workloads
