#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace cqs::harness {

/// Slurm's commands.
class slurm {
 public:
  /// Where tasks may run.
  struct requirements {
    std::string partition = {};   ///< empty: the cluster's default
    std::string constraint = {};  ///< features that a node must have
    unsigned nodes = 0;           ///< so many tasks at once, at most; 0: as many as there is room for
    bool whole_node = true;       ///< a node to itself, or one core of any
  };

  /// An array job as it was submitted.
  struct job {
    std::string id;
    std::vector<std::size_t> tasks;
  };

  /// Throws `user_error` if its commands are not there.
  static void require();

  /// Runs `script` once for each task, whose number is in SLURM_ARRAY_TASK_ID; what it prints goes to `logs`. Throws
  /// `user_error` with what Slurm says against it.
  static job submit(const std::filesystem::path& script, std::vector<std::size_t> tasks,
                    const requirements& requirements, const std::filesystem::path& logs);

  /// The tasks that wait or run, each with its state and, if it waits, the reason, such as `PENDING (Resources)`. Throws
  /// `user_error` if Slurm does not answer.
  static std::map<std::size_t, std::string> queued(const std::vector<job>& jobs);

  static void cancel(const std::vector<job>& jobs);
};

}  // namespace cqs::harness
