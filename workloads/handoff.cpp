// One thread hands over to another that waits: by semaphores in turn, and by a mutex.

#include "baselines/implementations.h"
#include "workloads/contestants.h"
#include "workloads/experiments.h"
#include "workloads/handoff_workload.h"
#include "workloads/jvm.h"
#include "workloads/limits.h"

namespace cqs::workloads {

harness::experiment handoff_experiment() {
  harness::experiment experiment{
      .name = "handoff",
      .summary = "two threads wake each other; the latency of one hand-off",
      .operation = "release or unlock, until the other thread has acquired or locked",
      .parameters = {},
      .threads = 2};
  const std::vector<harness::parameter> semaphore{{"kind", "semaphore"}};
  experiment.contestants.push_back(contestant_of<futex_signal>(semaphore, &hand_over_in_turn<futex_signal>));
  experiment.contestants.push_back(contestant_of<basic_parking_semaphore<native>>(
      semaphore, &hand_over_in_turn<basic_parking_semaphore<native>>));
  const auto unless_control = []<class T>(run_function run) { return is_control<T> ? run_function() : run; };
  add_contestants<baselines::semaphores>(experiment, semaphore, [&]<class T>() {
    return unless_control.template operator()<T>(&hand_over_in_turn<T>);
  });
  add_jvm_contestants(experiment, semaphore, baselines::kind::semaphore);
  add_contestants<baselines::mutexes>(experiment, {{"kind", "mutex"}}, [&]<class T>() {
    return unless_control.template operator()<T>(&hand_over_by_mutex<T>);
  });
  return experiment;
}

}  // namespace cqs::workloads
