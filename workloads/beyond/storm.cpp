// A share of the waits is aborted during normal traffic.

#include "baselines/implementations.h"
#include "workloads/beyond/storm_barrier.h"
#include "workloads/beyond/storm_workload.h"
#include "workloads/support/experiment_builder.h"

namespace cqs::workloads {

namespace {

/// Stop requests need the real machine: those of std know its threads alone.
template <class Implementations, template <class> class Adapter, class Abortable>
void add(experiment_builder& experiment, const char* kind, Abortable abortable) {
  experiment.add<Implementations>(
      {{"kind", kind}, {"by", "deadline"}},
      [&]<class T, class Run>() -> measure_function<Run> {
        if constexpr (abortable.template operator()<T>()) {
          return &measure_storm<Adapter<T>, aborted_by::deadline, Run>;
        } else {
          return nullptr;
        }
      },
      "its waits cannot be aborted");
  experiment.add_measured<Implementations>(
      {{"kind", kind}, {"by", "stop"}},
      [&]<class T>() -> run_function {
        if constexpr (abortable.template operator()<T>()) {
          if constexpr (Adapter<T>::stoppable) {
            return &measure_storm<Adapter<T>, aborted_by::stop>;
          }
        }
        return nullptr;
      },
      "its waits cannot be aborted by a stop request");
}

}  // namespace

harness::experiment storm_experiment(const machine_choice& machine) {
  using namespace baselines;
  experiment_builder experiment(machine, {.name = "storm",
                                          .summary = "a share of the waits is aborted during normal traffic",
                                          .operation = "work, enter, work, leave, unless aborted",
                                          .axes = {{"aborted", {"0", "50"}}, {"work", {"100"}}},
                                          .thread_counts = {"4"}});
  add<mutexes, mutex_adapter>(experiment, "mutex", []<class T>() { return abortable_mutex<T>; });
  add<semaphores, semaphore_adapter>(experiment, "semaphore",
                                     []<class T>() { return abortable_semaphore<T>; });
  add<pools, pool_adapter>(experiment, "pool", []<class T>() { return abortable_pool<T>; });
  add_storm_barriers(experiment);
  return experiment.build();
}

}  // namespace cqs::workloads
