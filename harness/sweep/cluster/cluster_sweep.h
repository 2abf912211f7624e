#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/sweep/cluster/cluster_plan.h"
#include "harness/sweep/sweep.h"

namespace cqs::harness {

/// What a person asks of a sweep over a cluster.
struct cluster_request {
  sweep_request sweep;
  slurm::requirements requirements;
  std::string tool_command;
  bool detach = false;  ///< submit, and do not wait
};

/// A sweep whose chunks are tasks of Slurm's: it schedules, we submit, watch and merge.
class cluster_sweep {
 public:
  cluster_sweep(const std::vector<experiment>& experiments, const support::topology& machine,
                std::string program)
      : _experiments(experiments), _machine(machine), _program(std::move(program)) {}

  // Exit codes as of `sweep`; also 1 if chunks are left undone. All throw `user_error`.
  int begin(const cluster_request& request);
  /// Submits what is neither done nor in the queue.
  int resume(const cluster_request& request);
  /// Watches what was submitted.
  int attach(const std::filesystem::path& folder);

  /// Takes a chunk, on a node; goes on with it if it was begun on a machine like this one.
  /// `machine_text` is the file of the machine that is simulated, if one is.
  int take(const std::filesystem::path& folder, std::size_t number, const std::string& machine_text);

  /// The merged results directories, one for each kind of machine.
  const std::vector<std::filesystem::path>& directories() const noexcept { return _directories; }

 private:
  void submit(cluster_plan& plan, std::vector<std::size_t> tasks) const;
  int watch(const cluster_plan& plan);
  int finish(const cluster_plan& plan, bool interrupted);

  const std::vector<experiment>& _experiments;
  const support::topology& _machine;
  std::string _program;
  std::vector<std::filesystem::path> _directories;
};

}  // namespace cqs::harness
