// A readers-writer lock: a share of the operations reads, the others write, and writers may give up.

#include "baselines/implementations.h"
#include "workloads/contestants.h"
#include "workloads/experiments.h"
#include "workloads/readers_writer_workload.h"

namespace cqs::workloads {

harness::experiment readers_writer_experiment() {
  harness::experiment experiment{
      .name = "readers_writer",
      .summary = "threads read or write under a readers-writer lock; writers may give up",
      .operation = "work, lock or lock_shared, work, unlock, by those that do not give up",
      .parameters = {"reads", "work"}};
  add_contestants<baselines::shared_mutexes>(
      experiment, {{"writers", "wait"}}, []<class T>() -> run_function {
        return [](const harness::cell_run& run) { return measure_readers_writer<T>(run, false); };
      });
  add_contestants<baselines::shared_mutexes>(
      experiment, {{"writers", "abort"}},
      []<class T>() -> run_function {
        if constexpr (baselines::abortable_mutex<T>) {
          return [](const harness::cell_run& run) { return measure_readers_writer<T>(run, true); };
        } else {
          return nullptr;
        }
      },
      "its writers cannot give up");
  return experiment;
}

}  // namespace cqs::workloads
