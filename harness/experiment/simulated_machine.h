#pragma once

#include <string>
#include <vector>

#include "harness/experiment/experiment.h"
#include "support/topology/topology.h"

namespace cqs::harness {

/// A machine that is not there, and the experiments on it.
struct simulated_machine {
  std::string name;
  std::string text;  ///< its file
  support::topology topology;
  std::vector<experiment> experiments;
};

}  // namespace cqs::harness
