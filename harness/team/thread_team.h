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
/// 3. Each runs the body. That of a run bounded by time looks at `team_member::running`. Its beginning is a warm-up.
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

  /// A window is stretched until there are so many operations, on average over the threads, …
  static constexpr std::uint64_t wanted_operations = 1000;
  /// … but at most to so many times its length, …
  static constexpr int longest_stretch = 4;
  /// … unless there is less than one operation for each thread: then until this time is over.
  static constexpr std::chrono::seconds longest_window{2};
  /// The warm-up before takes this part of the window.
  static constexpr int warm_up_part = 4;

  enum class warm_up : unsigned char { discarded, none };

  explicit thread_team(options settings) : _settings(std::move(settings)) {}

  /// The body returns some time after `running` has become false. A warm-up comes before the window. What the members count in
  /// it is discarded; a body that counts on its own asks for none, or looks at `team_member::measuring`.
  team_result run_for(std::chrono::nanoseconds window, const body& task, warm_up before = warm_up::discarded,
                      std::uint64_t wanted_of_each = wanted_operations) const;

  /// The body knows itself when it is done.
  team_result run_to_end(const body& task) const;

 private:
  template <class Supervise>
  team_result run(const body& task, team_phase first, Supervise supervise) const;

  options _settings;
};

}  // namespace cqs::harness
