#pragma once

#include <string>
#include <vector>

#include "harness/record/results.h"

namespace cqs::harness {

/// Of simulated results: the cell with most threads of each implementation in each experiment, one of its rows each.
std::vector<const row*> largest_simulated(const results& results);

/// Of these, the lines of memory that their threads wait for most. Empty if nothing was simulated.
std::string bottlenecks(const results& results);

}  // namespace cqs::harness
