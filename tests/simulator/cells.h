#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/cell.h"
#include "harness/placement.h"
#include "harness/sample.h"
#include "simulator/machine.h"
#include "workloads/simulated/contestants.h"

namespace cqs::simulator::tests {

/// What `cqs-bench run --machine` does with a cell.
inline harness::sample simulate_cell(const std::string& machine_name, const std::string& cell_name,
                                     std::uint64_t seed = 1) {
  const auto machine = std::make_shared<const simulator::machine>(machine::load(machine_name));
  workloads::simulated::contestants all(machine);
  workloads::simulated::add_barriers(all);
  workloads::simulated::add_latches(all);
  workloads::simulated::add_mutexes(all);
  workloads::simulated::add_pools(all);
  workloads::simulated::add_semaphores(all);
  const auto cell = harness::cell::parse(cell_name);
  harness::contestant wanted;
  wanted.name = cell.implementation;
  for (const auto& p : cell.parameters) {
    if (p.name == "kind" || p.name == "by") {
      wanted.fixed.push_back(p);
    }
  }
  const auto* const found = all.find(cell.experiment, wanted);
  if (found == nullptr) {
    throw std::invalid_argument("no such cell: " + cell_name);
  }
  return found->run({.cell = cell,
                     .cpus = harness::placement::parse("compact").place(machine->topology(), cell.threads),
                     .window = std::chrono::milliseconds(2),
                     .seed = seed,
                     .machine = machine_name});
}

}  // namespace cqs::simulator::tests
