// One thread, no work: what taking and giving back costs when nobody else is there.

#include "baselines/implementations.h"
#include "workloads/contestants.h"
#include "workloads/experiments.h"
#include "workloads/jvm.h"
#include "workloads/limits.h"
#include "workloads/uncontended_workload.h"

namespace cqs::workloads {

harness::experiment uncontended_experiment() {
  harness::experiment experiment{
      .name = "uncontended",
      .summary = "one thread, no work, nobody else",
      .operation = "lock and unlock; acquire and release; take and put; count_down; a phase",
      .parameters = {},
      .threads = 1};
  experiment.contestants.push_back(contestant_of<rmw_pair>({{"kind", "mutex"}}, &lock_alone<rmw_pair>));
  using namespace baselines;
  add_contestants<mutexes>(experiment, {{"kind", "mutex"}}, []<class T>() { return &lock_alone<T>; });
  add_contestants<shared_mutexes>(experiment, {{"kind", "shared"}},
                                  []<class T>() { return &lock_shared_alone<T>; });
  add_contestants<semaphores>(experiment, {{"kind", "semaphore"}},
                              []<class T>() { return &acquire_alone<T>; });
  add_contestants<pools>(experiment, {{"kind", "pool"}}, []<class T>() { return &take_alone<T>; });
  add_contestants<latches>(experiment, {{"kind", "latch"}}, []<class T>() { return &count_down_alone<T>; });
  add_contestants<barriers>(experiment, {{"kind", "barrier"}}, []<class T>() { return &arrive_alone<T>; });
  for (const kind each : {kind::mutex, kind::semaphore, kind::pool, kind::latch, kind::barrier}) {
    add_jvm_contestants(experiment, {{"kind", std::string(to_string(each))}}, each);
  }
  return experiment;
}

}  // namespace cqs::workloads
