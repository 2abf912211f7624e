#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/cell.h"
#include "harness/cell_run.h"
#include "harness/sample.h"

namespace cqs::harness {

/// An implementation in an experiment: how to take a sample of it, or why that cannot be.
struct contestant {
  std::string name;
  std::string origin;
  std::string waits;              ///< how its waiters wait
  std::string waiter = "thread";  ///< what they are
  bool fair = false;
  std::vector<parameter> fixed = {};  ///< parameters that have one value for it, before those of the grid
  std::string skipped = {};           ///< the reason, if it lacks what the experiment needs
  std::function<sample(const cell_run&)> run = {};
  double start_up_seconds = 0;  ///< what a sample takes besides the time asked for; for the estimate

  bool is_ours() const { return name.starts_with("cqs."); }
  bool is_control() const { return name.starts_with("control.") || name.starts_with("limit."); }
};

/// An experiment: a workload, its grid's axes, and what it is run on.
struct experiment {
  std::string name;
  std::string summary;
  std::string operation;                 ///< what one operation is
  std::vector<std::string> parameters;   ///< axes of the grid, besides the threads
  std::optional<unsigned> threads = {};  ///< if it cannot be chosen
  std::vector<contestant> contestants = {};
};

/// The contestant that a cell names. Throws `user_error`, and offers the nearest name, if there is no such
/// experiment, implementation or set of parameters.
const contestant& find_contestant(const std::vector<experiment>& experiments, const cell& cell);

/// Throws `user_error`, and offers the nearest name.
const experiment& find_experiment(const std::vector<experiment>& experiments, const std::string& name);

}  // namespace cqs::harness
