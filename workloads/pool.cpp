// Figure 8: threads work, take an element, work with it, put it back.

#include "baselines/implementations.h"
#include "workloads/contestants.h"
#include "workloads/experiments.h"
#include "workloads/jvm.h"
#include "workloads/pool_workload.h"

namespace cqs::workloads {

harness::experiment pool_experiment() {
  harness::experiment experiment{.name = "pool",
                                 .summary = "threads share the elements of a pool (figure 8)",
                                 .operation = "work, take, work, put",
                                 .parameters = {"elements", "work"}};
  add_contestants<baselines::pools>(experiment, {}, []<class T>() { return &measure_pool<T>; });
  add_jvm_contestants(experiment, {}, baselines::kind::pool);
  return experiment;
}

}  // namespace cqs::workloads
