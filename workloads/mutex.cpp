// Figure 7 with one permit: threads work, lock, work, unlock.

#include "baselines/implementations.h"
#include "workloads/contestants.h"
#include "workloads/experiments.h"
#include "workloads/jvm.h"
#include "workloads/mutex_workload.h"

namespace cqs::workloads {

harness::experiment mutex_experiment() {
  harness::experiment experiment{.name = "mutex",
                                 .summary = "threads take one mutex in turn (figure 7, one permit)",
                                 .operation = "work, lock, work, unlock",
                                 .parameters = {"work"}};
  add_contestants<baselines::mutexes>(experiment, {}, []<class T>() { return &measure_mutex<T>; });
  add_jvm_contestants(experiment, {}, baselines::kind::mutex);
  return experiment;
}

}  // namespace cqs::workloads
