#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/experiment/experiment.h"
#include "harness/machine/fingerprint.h"
#include "harness/record/results_directory.h"
#include "harness/record/results_file.h"
#include "harness/record/row.h"
#include "harness/sweep/plan.h"
#include "support/topology/topology.h"

namespace cqs::harness {

/// What a person asks of a sweep.
struct sweep_request {
  std::string profile = "quick";
  plan_filter filter = {};
  std::string simulated_on = {};      ///< a machine; empty: this one is measured
  std::string machine_text = {};      ///< its file
  std::filesystem::path output = {};  ///< empty: a new one in `results_root`
  std::filesystem::path results_root = "results/local";
  std::filesystem::path resume = {};  ///< a directory whose sweep is to go on; then all else is as it was
  std::uint64_t seed = 1;
  bool dry_run = false;
  bool force = false;  ///< go on although the machine or the code is another
};

/// Takes all samples of a plan, each in a process of its own, and leaves them in a results directory.
class sweep {
 public:
  /// `program` is the tool itself, which takes the samples.
  sweep(const std::vector<experiment>& experiments, const support::topology& machine, std::string program)
      : _experiments(experiments), _machine(machine), _program(std::move(program)) {}

  /// The exit code: 0; 1 if a cell has failed; 130 if it was interrupted. Throws `user_error`.
  int run(const sweep_request& request);

  /// The results directories with new rows.
  const std::vector<std::filesystem::path>& directories() const noexcept { return _directories; }

 private:
  struct job;

  job prepare(const sweep_request& request) const;
  job prepare_resumed(const std::filesystem::path& directory, bool force) const;
  int carry_out(job& todo);
  void take_all(const job& todo, results_file& file) const;
  row take(const planned_sample& sample, const job& todo) const;
  std::vector<std::string> command(const planned_sample& sample, const row& row) const;

  const std::vector<experiment>& _experiments;
  const support::topology& _machine;
  std::string _program;
  std::vector<std::filesystem::path> _directories;
};

}  // namespace cqs::harness
