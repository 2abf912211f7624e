#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "harness/team/team_member.h"
#include "harness/team/team_result.h"
#include "simulator/engine/memory.h"
#include "simulator/platform/clock.h"
#include "workloads/simulated/simulated_work.h"

namespace cqs::workloads::simulated {

using team_member = harness::basic_team_member<simulator::clock, simulated_work>;

/// `harness::thread_team` on a simulated machine. Use it in a simulated thread.
class team {
 public:
  struct options {
    std::size_t threads = 1;
    std::vector<unsigned> cpus = {};  ///< one per thread; empty: not pinned
    std::uint64_t work_mean = 0;
    std::uint64_t seed = 1;
    std::uint64_t most_operations = 0;  ///< of all threads together; then `running` becomes false
    std::vector<simulator::memory::entry>* traffic = nullptr;  ///< receives the transfers of the run
  };
  using body = std::function<void(team_member&)>;
  /// On average. A window ends later if the threads have done less.
  static constexpr std::uint64_t least_operations_each = 30;

  explicit team(options settings) : _settings(std::move(settings)) {}

  harness::team_result run_for(std::chrono::nanoseconds window, const body& task) const;
  harness::team_result run_to_end(const body& task) const;

 private:
  template <class Supervise>
  harness::team_result run(const body& task, Supervise supervise) const;

  options _settings;
};

}  // namespace cqs::workloads::simulated
