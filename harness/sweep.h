#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/experiment.h"
#include "harness/fingerprint.h"
#include "harness/plan.h"
#include "harness/results_directory.h"
#include "harness/results_file.h"
#include "harness/row.h"
#include "harness/topology.h"

namespace cqs::harness {

/// What a person asks of a sweep.
struct sweep_request {
  std::string profile = "quick";
  plan_filter filter = {};
  std::string machine = {};           ///< to simulate; empty: this one is measured
  std::string machine_text = {};      ///< its file
  std::filesystem::path output = {};  ///< empty: the default
  std::filesystem::path resume = {};  ///< a directory whose sweep is to go on; then all else is as it was
  std::uint64_t seed = 1;
  bool dry_run = false;
  bool force = false;  ///< go on although the machine or the code is another
};

/// Takes all samples of a plan, each in a process of its own, and leaves them in a results directory.
class sweep {
 public:
  /// `program` is the tool itself, which takes the samples.
  sweep(const std::vector<experiment>& experiments, const topology& machine, std::string program)
      : _experiments(experiments), _machine(machine), _program(std::move(program)) {}

  /// The exit code: 0; 1 if a cell has failed; 130 if it was interrupted. Throws `user_error`.
  int run(const sweep_request& request);

 private:
  struct job;

  job prepare(const sweep_request& request) const;
  job prepare_resumed(const std::filesystem::path& directory, bool force) const;
  int carry_out(job& todo) const;
  void take_all(const job& todo, results_file& file) const;
  row take(const planned_sample& sample, const job& todo) const;
  std::vector<std::string> command(const planned_sample& sample, const row& row) const;

  const std::vector<experiment>& _experiments;
  const topology& _machine;
  std::string _program;
};

}  // namespace cqs::harness
