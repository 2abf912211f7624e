// Figure 9: a wait behind a queue of waiters is aborted immediately.

#include "baselines/implementations.h"
#include "workloads/paper/abort_workload.h"
#include "workloads/support/experiment_builder.h"
#include "workloads/support/limits.h"

namespace cqs::workloads {

harness::experiment abort_experiment(const machine_choice& machine) {
  experiment_builder experiment(
      machine, {.name = "abort",
                .summary = "a wait behind a queue of waiters is aborted immediately (figure 9)",
                .operation = "suspend, abort",
                .axes = {{"waiters", {"0", "1000"}}},
                .threads = 1});
  experiment.add<baselines::semaphores>(
      {{"by", "deadline"}},
      []<class T, class Run>() -> measure_function<Run> {
        if constexpr (baselines::abortable_semaphore<T>) {
          return &abort_by_deadline<T, Run>;
        } else {
          return nullptr;
        }
      },
      "its waits cannot be aborted");
  experiment.add_one<clock_limit>({{"by", "deadline"}}, &abort_nothing);
  experiment.add<baselines::semaphores>({{"by", "request"}},
                                        []<class T, class Run>() -> measure_function<Run> {
                                          if constexpr (baselines::requestable_semaphore<T>) {
                                            return &abort_by_request<T, Run>;
                                          } else {
                                            return nullptr;
                                          }
                                        });
  experiment.add_jvm({{"by", "deadline"}}, baselines::kind::semaphore);
  return experiment.build();
}

}  // namespace cqs::workloads
