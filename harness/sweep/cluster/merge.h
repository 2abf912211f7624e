#pragma once

#include <filesystem>
#include <vector>

#include "harness/sweep/cluster/cluster_plan.h"

namespace cqs::harness {

/// Brings the results of all chunks together, in a results directory for each kind of machine that took some; made anew
/// each time, from the chunks, which stay. Gives these directories. Throws `user_error`.
std::vector<std::filesystem::path> merge(const cluster_plan& plan);

/// The results directories of a chunk: as a rule one, more if it was begun on one kind of machine and came to another.
std::vector<std::filesystem::path> results_of_chunk(const cluster_plan& plan, std::size_t number);

}  // namespace cqs::harness
