// Threads in a ring wake each other: the wake-up of a processor that has slept for a while.

#include "baselines/implementations.h"
#include "workloads/beyond/chain_workload.h"
#include "workloads/beyond/handoff_workload.h"
#include "workloads/support/experiment_builder.h"
#include "workloads/support/limits.h"

namespace cqs::workloads {

harness::experiment chain_experiment(const machine_choice& machine) {
  experiment_builder experiment(machine,
                                {.name = "chain",
                                 .summary = "threads in a ring wake each other; one of them runs at a time",
                                 .operation = "wake the next thread, which has slept for a whole round",
                                 .axes = {}});
  experiment.add<baselines::portable_only<basic_futex_signal, basic_parking_semaphore>>(
      {}, []<class T, class Run>() { return &wake_in_a_ring<T, Run>; });
  return experiment.build();
}

}  // namespace cqs::workloads
