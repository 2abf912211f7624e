#include "workloads/abort_workload.h"
#include "workloads/handoff_workload.h"
#include "workloads/limits.h"
#include "workloads/semaphore_workload.h"
#include "workloads/simulated/contestants.h"
#include "workloads/uncontended_workload.h"

namespace cqs::workloads::simulated {

void add_semaphores(contestants& all) {
  using list = baselines::portable::semaphores<platform>;
  const std::vector<harness::parameter> semaphore{{"kind", "semaphore"}};
  all.add<list>("semaphore", {}, []<class T>() { return &measure_semaphore<T, simulator::run>; });
  all.add<list>("abort", {{"by", "deadline"}}, []<class T>() -> measure_function {
    if constexpr (baselines::abortable_semaphore<T>) {
      return &abort_by_deadline<T, simulator::run>;
    } else {
      return nullptr;
    }
  });
  all.add<list>("abort", {{"by", "request"}}, []<class T>() -> measure_function {
    if constexpr (baselines::requestable_semaphore<T>) {
      return &abort_by_request<T, simulator::run>;
    } else {
      return nullptr;
    }
  });
  const auto in_turn = []<class T>() -> measure_function {
    return is_control<T> ? nullptr : &hand_over_in_turn<T, simulator::run>;
  };
  all.add<list>("handoff", semaphore, in_turn);
  all.add<baselines::type_list<basic_futex_signal<platform>, basic_parking_semaphore<platform>>>(
      "handoff", semaphore, in_turn);
  all.add<list>("uncontended", semaphore, []<class T>() { return &acquire_alone<T, simulator::run>; });
}

}  // namespace cqs::workloads::simulated
