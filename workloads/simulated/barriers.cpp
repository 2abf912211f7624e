#include "workloads/barrier_workload.h"
#include "workloads/simulated/contestants.h"
#include "workloads/uncontended_workload.h"

namespace cqs::workloads::simulated {

void add_barriers(contestants& all) {
  using list = baselines::portable::barriers<platform>;
  all.add<list>("barrier", {}, []<class T>() { return &measure_barrier<T, simulator::run>; });
  all.add<list>("uncontended", {{"kind", "barrier"}},
                []<class T>() { return &arrive_alone<T, simulator::run>; });
}

}  // namespace cqs::workloads::simulated
