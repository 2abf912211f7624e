#include "workloads/pool_workload.h"
#include "workloads/simulated/contestants.h"
#include "workloads/uncontended_workload.h"

namespace cqs::workloads::simulated {

void add_pools(contestants& all) {
  using list = baselines::portable::pools<platform>;
  all.add<list>("pool", {}, []<class T>() { return &measure_pool<T, simulator::run>; });
  all.add<list>("uncontended", {{"kind", "pool"}}, []<class T>() { return &take_alone<T, simulator::run>; });
}

}  // namespace cqs::workloads::simulated
