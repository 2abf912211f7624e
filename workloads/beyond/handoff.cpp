// One thread hands over to another one that waits: by two semaphores in turn, and by a mutex.

#include "baselines/implementations.h"
#include "workloads/beyond/handoff_workload.h"
#include "workloads/support/experiment_builder.h"
#include "workloads/support/jvm.h"
#include "workloads/support/limits.h"

namespace cqs::workloads {

harness::experiment handoff_experiment(const machine_choice& machine) {
  experiment_builder experiment(
      machine, {.name = "handoff",
                .summary = "two threads wake each other; the latency of one hand-off",
                .operation = "release or unlock, until the other thread has acquired or locked",
                .axes = {},
                .threads = 2});
  const std::vector<harness::parameter> semaphore{{"kind", "semaphore"}};
  const auto in_turn = []<class T, class Run>() -> measure_function<Run> {
    return is_control<T> ? nullptr : &hand_over_in_turn<T, Run>;
  };
  experiment.add<baselines::portable_only<basic_futex_signal, basic_parking_semaphore>>(semaphore, in_turn);
  experiment.add<baselines::semaphores>(semaphore, in_turn);
  experiment.add_jvm(semaphore, baselines::kind::semaphore, without_aborts_the_same);
  experiment.add<baselines::mutexes>({{"kind", "mutex"}}, []<class T, class Run>() -> measure_function<Run> {
    return is_control<T> ? nullptr : &hand_over_by_mutex<T, Run>;
  });
  return experiment.build();
}

}  // namespace cqs::workloads
