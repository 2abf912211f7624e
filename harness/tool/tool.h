#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "harness/experiment/experiment.h"
#include "harness/experiment/simulated_machine.h"

namespace cqs::harness {

/// What the command-line tool is told of what it measures.
struct catalogue {
  std::vector<experiment> experiments;
  std::function<void(std::ostream&)> print_implementations;
  /// The machine of that name, or in that file; throws `user_error`. Not there: nothing can be simulated.
  std::function<simulated_machine(const std::string&)> simulate = {};
  std::function<void(std::ostream&)> print_machines = {};
  /// A machine file of this machine, as far as it can be measured; the rest is of the machine of that name.
  std::function<std::string(const std::string&)> calibrate = {};
};

/// `cqs-bench`: parses the command line and does what it says. The exit code: 0; 1 if a cell failed or
/// `compare` found a slowdown; 2 if the command cannot be carried out; 130 if it was interrupted.
int run_tool(int argc, char** argv, const catalogue& catalogue);

}  // namespace cqs::harness
