// A share of the waits is aborted during normal traffic.

#include "baselines/implementations.h"
#include "workloads/beyond/storm_barrier.h"
#include "workloads/beyond/storm_workload.h"
#include "workloads/support/experiment_builder.h"

namespace cqs::workloads {

namespace {

template <class Implementations, template <class> class Adapter, class Abortable>
void add(experiment_builder& experiment, const char* kind, Abortable abortable) {
  for (const bool by_stop : {false, true}) {
    experiment.add_measured<Implementations>(
        {{"kind", kind}, {"by", by_stop ? "stop" : "deadline"}},
        [&]<class T>() -> run_function {
          if constexpr (abortable.template operator()<T>()) {
            if (!by_stop || Adapter<T>::stoppable) {
              return
                  [by_stop](const harness::cell_run& run) { return measure_storm<Adapter<T>>(run, by_stop); };
            }
          }
          return nullptr;
        },
        by_stop ? "its waits cannot be aborted by a stop request" : "its waits cannot be aborted");
  }
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
