// One thread, no work: the cost of a pair of operations without contention.

#include "baselines/implementations.h"
#include "workloads/beyond/uncontended_workload.h"
#include "workloads/support/experiment_builder.h"
#include "workloads/support/jvm.h"
#include "workloads/support/limits.h"

namespace cqs::workloads {

harness::experiment uncontended_experiment(const machine_choice& machine) {
  experiment_builder experiment(
      machine, {.name = "uncontended",
                .summary = "one thread, no work, nobody else",
                .operation = "lock and unlock; acquire and release; take and put; count_down; a phase",
                .axes = {},
                .threads = 1});
  using namespace baselines;
  const auto lock = []<class T, class Run>() { return &lock_alone<T, Run>; };
  experiment.add<portable_only<basic_rmw_pair>>({{"kind", "mutex"}}, lock);
  experiment.add<mutexes>({{"kind", "mutex"}}, lock);
  experiment.add<shared_mutexes>({{"kind", "shared"}},
                                 []<class T, class Run>() { return &lock_shared_alone<T, Run>; });
  experiment.add<semaphores>({{"kind", "semaphore"}},
                             []<class T, class Run>() { return &acquire_alone<T, Run>; });
  experiment.add<pools>({{"kind", "pool"}}, []<class T, class Run>() { return &take_alone<T, Run>; });
  experiment.add<latches>({{"kind", "latch"}},
                          []<class T, class Run>() { return &count_down_alone<T, Run>; });
  experiment.add<barriers>({{"kind", "barrier"}}, []<class T, class Run>() { return &arrive_alone<T, Run>; });
  for (const kind each : {kind::mutex, kind::semaphore, kind::pool, kind::latch, kind::barrier}) {
    experiment.add_jvm({{"kind", std::string(to_string(each))}}, each, without_aborts_the_same);
  }
  return experiment.build();
}

}  // namespace cqs::workloads
