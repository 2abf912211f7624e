// A readers-writer lock: a share of the operations reads, the others write. Writers may abort their waits.

#include "baselines/implementations.h"
#include "workloads/beyond/readers_writer_workload.h"
#include "workloads/support/experiment_builder.h"

namespace cqs::workloads {

harness::experiment readers_writer_experiment(const machine_choice& machine) {
  experiment_builder experiment(
      machine, {.name = "readers_writer",
                .summary = "threads read or write under a readers-writer lock; writers may abort",
                .operation = "work, lock or lock_shared, work, unlock, unless aborted",
                .axes = {{"reads", {"50", "95"}}, {"work", {"100"}}},
                .thread_counts = {"4"}});
  experiment.add<baselines::shared_mutexes_and_variants>({{"writers", "wait"}}, []<class T, class Run>() {
    return &measure_readers_writer<T, writers::wait, Run>;
  });
  experiment.add<baselines::shared_mutexes_and_variants>(
      {{"writers", "abort"}},
      []<class T, class Run>() -> measure_function<Run> {
        if constexpr (baselines::abortable_mutex<T>) {
          return &measure_readers_writer<T, writers::abort, Run>;
        } else {
          return nullptr;
        }
      },
      "its writers cannot give up");
  return experiment.build();
}

}  // namespace cqs::workloads
