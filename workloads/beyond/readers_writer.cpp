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
  experiment.add_measured<baselines::shared_mutexes>({{"writers", "wait"}}, []<class T>() -> run_function {
    return [](const harness::cell_run& run) { return measure_readers_writer<T>(run, false); };
  });
  experiment.add_measured<baselines::shared_mutexes>(
      {{"writers", "abort"}},
      []<class T>() -> run_function {
        if constexpr (baselines::abortable_mutex<T>) {
          return [](const harness::cell_run& run) { return measure_readers_writer<T>(run, true); };
        } else {
          return nullptr;
        }
      },
      "its writers cannot give up");
  return experiment.build();
}

}  // namespace cqs::workloads
