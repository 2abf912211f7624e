// A latch opens for many threads that sleep: how long until the last of them runs?

#include "baselines/implementations.h"
#include "workloads/beyond/wakeup_workload.h"
#include "workloads/support/experiment_builder.h"

namespace cqs::workloads {

harness::experiment wakeup_experiment(const machine_choice& machine) {
  experiment_builder experiment(machine, {.name = "wakeup",
                                          .summary = "a latch opens for many sleeping threads",
                                          .operation = "count_down, until the last sleeper runs",
                                          .axes = {{"waiters", {"8", "64"}}},
                                          .threads = 1});
  const auto measure = []<class T, class Run>() -> measure_function<Run> {
    if constexpr (baselines::shared_latch<T> && !is_control<T>) {
      return &measure_wakeup<T, Run>;
    } else {
      return nullptr;
    }
  };
  experiment.add<baselines::latches>({}, measure, "only one thread may wait for it");
  experiment.add<baselines::portable_only<basic_latch_without_tree>>({}, measure);
  return experiment.build();
}

}  // namespace cqs::workloads
