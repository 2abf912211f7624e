// Requests with deadlines arrive at a service, faster than it can answer.

#include "baselines/implementations.h"
#include "workloads/beyond/service_workload.h"
#include "workloads/support/experiment_builder.h"

namespace cqs::workloads {

namespace {

template <class Implementations, template <class> class Adapter, class Abortable>
void add(experiment_builder& experiment, const char* kind, Abortable abortable) {
  experiment.add_measured<Implementations>(
      {{"kind", kind}},
      [&]<class T>() -> run_function {
        if constexpr (abortable.template operator()<T>()) {
          return &measure_service<Adapter<T>>;
        } else {
          return nullptr;
        }
      },
      "its waits cannot be aborted");
}

}  // namespace

harness::experiment service_experiment(const machine_choice& machine) {
  using namespace baselines;
  experiment_builder experiment(
      machine, {.name = "service",
                .summary = "requests with deadlines arrive at a fixed rate (open loop)",
                .operation = "take one of two connections, ask the backend, put it back, in time",
                .axes = {{"load", {"150"}}, {"deadline_us", {"20000"}}, {"backend_us", {"1000"}}},
                .thread_counts = {"64"}});
  add<semaphores, semaphore_adapter>(experiment, "semaphore",
                                     []<class T>() { return abortable_semaphore<T>; });
  add<pools, pool_adapter>(experiment, "pool", []<class T>() { return abortable_pool<T>; });
  return experiment.build();
}

}  // namespace cqs::workloads
