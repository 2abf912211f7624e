// Figure 9: a wait that is aborted at once, behind a queue of waiters.

#include "baselines/implementations.h"
#include "workloads/abort_workload.h"
#include "workloads/contestants.h"
#include "workloads/experiments.h"
#include "workloads/jvm.h"

namespace cqs::workloads {

harness::experiment abort_experiment() {
  harness::experiment experiment{.name = "abort",
                                 .summary = "a wait is aborted at once, behind a queue of waiters (figure 9)",
                                 .operation = "suspend, abort",
                                 .parameters = {"waiters"},
                                 .threads = 1};
  add_contestants<baselines::semaphores>(
      experiment, {{"by", "deadline"}},
      []<class T>() -> run_function {
        if constexpr (baselines::abortable_semaphore<T>) {
          return &abort_by_deadline<T>;
        } else {
          return nullptr;
        }
      },
      "its waits cannot be aborted");
  for_each(baselines::semaphores::built{}, [&]<class T>() {
    if constexpr (baselines::requestable_semaphore<T>) {
      experiment.contestants.push_back(contestant_of<T>({{"by", "request"}}, &abort_by_request<T>));
    }
  });
  add_jvm_contestants(experiment, {{"by", "deadline"}}, baselines::kind::semaphore);
  return experiment;
}

}  // namespace cqs::workloads
