#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

#include "harness/machine/thread_state.h"
#include "harness/record/cell.h"
#include "harness/team/geometric_work.h"
#include "harness/team/thread_team.h"
#include "harness/team/waiting_thread.h"

namespace cqs::harness {

/// All that a workload needs to know to take a sample of a cell.
///
/// A workload is a template of this or of what stands for it on a simulated machine, and takes its clock, its threads
/// and its team from here.
struct cell_run {
  using clock = team_member::clock;
  using thread = std::jthread;
  using waiting_thread = harness::waiting_thread;
  static constexpr std::uint64_t most_operations = std::uint64_t{1} << 30;

  /// The thread that makes it, as the kernel sees it.
  class this_thread {
   public:
    [[nodiscard]] bool asleep() const { return is_asleep(_id); }

   private:
    pid_t _id = gettid();
  };

  harness::cell cell;
  std::vector<unsigned> cpus = {};           ///< one for each thread; none: not pinned
  std::optional<unsigned> memory_node = {};  ///< of the primitive's memory, where it is bound
  std::chrono::nanoseconds window{std::chrono::milliseconds(500)};
  std::uint64_t seed = 1;
  std::string simulated_on = {};  ///< a machine; empty: the cell is measured

  /// Its threads, where they belong, with the work of the cell if it has any.
  thread_team team(std::uint64_t work_mean = 0) const {
    return thread_team({.threads = cell.threads, .cpus = cpus, .work_mean = work_mean, .seed = seed});
  }

  /// What one piece of work takes, in nanoseconds.
  double work_ns(std::uint64_t mean) const { return calibrate_work(mean); }
};

}  // namespace cqs::harness
