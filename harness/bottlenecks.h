#pragma once

#include <string>

#include "harness/results.h"

namespace cqs::harness {

/// Of simulated results: for each implementation, in the cell with most threads of each experiment, the lines of
/// memory that its threads wait for most. Empty if nothing was simulated.
std::string bottlenecks(const results& results);

}  // namespace cqs::harness
