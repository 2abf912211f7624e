// Figure 7: threads work, acquire, work, release.

#include "baselines/implementations.h"
#include "workloads/contestants.h"
#include "workloads/experiments.h"
#include "workloads/jvm.h"
#include "workloads/semaphore_workload.h"

namespace cqs::workloads {

harness::experiment semaphore_experiment() {
  harness::experiment experiment{.name = "semaphore",
                                 .summary = "threads share some permits (figure 7)",
                                 .operation = "work, acquire, work, release",
                                 .parameters = {"permits", "work"}};
  add_contestants<baselines::semaphores>(experiment, {}, []<class T>() { return &measure_semaphore<T>; });
  add_jvm_contestants(experiment, {}, baselines::kind::semaphore);
  return experiment;
}

}  // namespace cqs::workloads
