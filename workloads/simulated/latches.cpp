#include "workloads/latch_workload.h"
#include "workloads/simulated/contestants.h"
#include "workloads/uncontended_workload.h"

namespace cqs::workloads::simulated {

void add_latches(contestants& all) {
  using list = baselines::portable::latches<platform>;
  all.add<list>("latch", {}, []<class T>() { return &measure_latch<T, simulator::run>; });
  all.add<list>("uncontended", {{"kind", "latch"}},
                []<class T>() { return &count_down_alone<T, simulator::run>; });
}

}  // namespace cqs::workloads::simulated
