#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/cell.h"
#include "harness/thread_team.h"

namespace cqs::harness {

/// All that a workload needs to know to take a sample of a cell.
struct cell_run {
  harness::cell cell;
  std::vector<unsigned> cpus = {};           ///< one for each thread; none: not pinned
  std::optional<unsigned> memory_node = {};  ///< of the primitive's memory, where it is bound
  std::chrono::nanoseconds window{std::chrono::milliseconds(500)};
  std::uint64_t seed = 1;

  /// Its threads, where they belong, with the work of the cell if it has any.
  thread_team team(std::uint64_t work_mean = 0) const {
    return thread_team({.threads = cell.threads, .cpus = cpus, .work_mean = work_mean, .seed = seed});
  }
};

}  // namespace cqs::harness
