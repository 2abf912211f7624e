#include "workloads/handoff_workload.h"
#include "workloads/limits.h"
#include "workloads/mutex_workload.h"
#include "workloads/simulated/contestants.h"
#include "workloads/uncontended_workload.h"

namespace cqs::workloads::simulated {

void add_mutexes(contestants& all) {
  using list = baselines::portable::mutexes<platform>;
  const std::vector<harness::parameter> mutex{{"kind", "mutex"}};
  all.add<list>("mutex", {}, []<class T>() { return &measure_mutex<T, simulator::run>; });
  all.add<list>("handoff", mutex, []<class T>() -> measure_function {
    return is_control<T> ? nullptr : &hand_over_by_mutex<T, simulator::run>;
  });
  all.add<list>("uncontended", mutex, []<class T>() { return &lock_alone<T, simulator::run>; });
  all.add<baselines::type_list<basic_rmw_pair<platform>>>(
      "uncontended", mutex, []<class T>() { return &lock_alone<T, simulator::run>; });
}

}  // namespace cqs::workloads::simulated
