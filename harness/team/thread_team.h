#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "harness/team/team_member.h"
#include "harness/team/team_result.h"

namespace cqs::harness {

/// Threads that prepare, meet, run together and stop.
///
/// 1. Each is pinned, and makes what is its own, on its own memory.
/// 2. They meet; the gate opens when the last one is there.
/// 3. Each runs the body. That of a run bounded by time looks at `team_member::running`.
/// 4. All are joined. What one of them has thrown is thrown again here.
class thread_team {
 public:
  struct options {
    std::size_t threads = 1;
    std::vector<unsigned> cpus = {};  ///< one for each thread; none: not pinned
    std::uint64_t work_mean = 0;
    std::uint64_t seed = 1;
  };
  using body = std::function<void(team_member&)>;

  static constexpr std::chrono::seconds longest_window{2};

  explicit thread_team(options settings) : _settings(std::move(settings)) {}

  /// The body returns some time after `running` has become false. That happens after `window`, or later if the
  /// machine was so busy that the threads have done less than one operation each by then, but at the latest after
  /// `longest_window`.
  team_result run_for(std::chrono::nanoseconds window, const body& task) const;

  /// The body knows itself when it is done.
  team_result run_to_end(const body& task) const;

 private:
  template <class Supervise>
  team_result run(const body& task, Supervise supervise) const;

  options _settings;
};

}  // namespace cqs::harness
