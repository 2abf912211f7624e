#include "workloads/simulated/experiments.h"

#include "workloads/experiments.h"
#include "workloads/simulated/contestants.h"

namespace cqs::workloads::simulated {

std::vector<harness::experiment> all_experiments(const std::shared_ptr<const simulator::machine>& machine) {
  contestants simulated(machine);
  add_barriers(simulated);
  add_latches(simulated);
  add_mutexes(simulated);
  add_pools(simulated);
  add_semaphores(simulated);
  auto experiments = workloads::all_experiments();
  for (harness::experiment& e : experiments) {
    for (harness::contestant& c : e.contestants) {
      if (const auto* const found = simulated.find(e.name, c)) {
        c = *found;
      } else {
        c = skipped_contestant(c.name, c.fixed,
                               "it is measured only: its code is not written for every platform");
      }
    }
  }
  return experiments;
}

}  // namespace cqs::workloads::simulated
