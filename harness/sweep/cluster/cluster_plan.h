#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/sweep/cluster/chunk.h"
#include "harness/sweep/cluster/slurm.h"

namespace cqs::harness {

/// A sweep over a cluster, as it stands in `cluster.json` of its folder, which all nodes see:
///
///     cluster.json             this
///     profile                  the profile, if it was a person's own
///     task.sh, logs/<n>        what a task runs, and what it said
///     chunks/<n>/<machine>/    the results of a chunk, taken on a machine of that fingerprint
///     machines/<machine>/      all results of machines of that fingerprint, merged
struct cluster_plan {
  std::filesystem::path folder;

  std::string profile = {};  ///< the name of a built-in one, or `profile` in the folder
  std::string simulated_on =
      {};  ///< a machine, by name or as a file in the folder; empty: the nodes are measured
  plan_filter filter = {};
  std::uint64_t seed = 1;
  std::string commit = {};
  slurm::requirements requirements = {};
  std::string
      tool_command;  ///< prints, on a node, the path of the tool to use there; empty: the one that submitted

  struct part {
    harness::chunk chunk;
    std::size_t samples =
        0;  ///< as many as on the machine that submitted; a node may have more threads, or fewer
    double seconds = 0;
  };
  std::vector<part> parts = {};
  std::vector<slurm::job> jobs = {};

  std::filesystem::path file() const { return folder / "cluster.json"; }
  std::filesystem::path logs() const { return folder / "logs"; }
  std::filesystem::path script() const { return folder / "task.sh"; }
  std::filesystem::path machines() const { return folder / "machines"; }
  std::filesystem::path of_chunk(std::size_t number) const {
    return folder / "chunks" / std::to_string(number);
  }
  /// What `--profile` is given on a node.
  std::string profile_argument() const;

  static bool is_in(const std::filesystem::path& folder);
  /// Both throw `user_error`.
  static cluster_plan load(const std::filesystem::path& folder);
  void save() const;
};

}  // namespace cqs::harness
