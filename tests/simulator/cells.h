#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/machine/placement.h"
#include "harness/record/cell.h"
#include "harness/record/sample.h"
#include "simulator/machine.h"
#include "workloads/experiments.h"

namespace cqs::simulator::tests {

/// Runs a cell as `cqs-bench run --machine` does.
inline harness::sample simulate_cell(const std::string& machine_name, const std::string& cell_name,
                                     std::uint64_t seed = 1) {
  const auto machine = std::make_shared<const simulator::machine>(machine::load(machine_name));
  const auto experiments = workloads::all_experiments(machine);
  const auto cell = harness::cell::parse(cell_name);
  const auto& found = harness::find_implementation(experiments, cell);
  if (!found.skipped.empty()) {
    throw std::invalid_argument(cell_name + ": " + found.skipped);
  }
  return found.run({.cell = cell,
                    .cpus = harness::placement::parse("compact").place(machine->topology(), cell.threads),
                    .window = std::chrono::milliseconds(2),
                    .seed = seed,
                    .simulated_on = machine_name});
}

}  // namespace cqs::simulator::tests
