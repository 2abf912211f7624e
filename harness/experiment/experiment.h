#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/experiment/cell_run.h"
#include "harness/record/cell.h"
#include "harness/record/sample.h"

namespace cqs::harness {

/// An implementation in an experiment: how to take a sample of it, or why that cannot be.
struct implementation {
  std::string name;
  std::string origin;
  std::string waits_by;           ///< spinning, parking, suspending
  std::string waiter = "thread";  ///< what waits: a thread, a coroutine, a fiber
  bool fair = false;
  std::vector<parameter> fixed = {};  ///< parameters that have one value for it, before those of the grid
  std::string skipped = {};           ///< the reason, if it lacks what the experiment needs
  std::function<sample(const cell_run&)> run = {};
  double start_up_seconds = 0;  ///< what a sample takes besides the time asked for; for the estimate
};

/// An axis of an experiment's grid: a parameter, and the values it has unless a profile chooses others.
struct axis {
  axis(const char* axis_name, std::vector<std::string> default_values = {})  // NOLINT: implicit
      : name(axis_name), values(std::move(default_values)) {}

  std::string name;
  std::vector<std::string> values;
};

/// An experiment: a workload, the axes of its grid, and the implementations it compares.
struct experiment {
  std::string name;
  std::string summary;
  std::string operation;                        ///< what one operation is
  std::vector<axis> axes;                       ///< besides the threads
  std::vector<std::string> thread_counts = {};  ///< by default, as in a profile
  std::optional<unsigned> threads = {};         ///< fixed: it cannot be chosen
  std::vector<implementation> implementations = {};
};

/// The implementation that a cell names. Throws `user_error`, and offers the nearest name, if there is no such
/// experiment, implementation or set of parameters.
const implementation& find_implementation(const std::vector<experiment>& experiments, const cell& cell);

/// Throws `user_error`, and offers the nearest name.
const experiment& find_experiment(const std::vector<experiment>& experiments, const std::string& name);

}  // namespace cqs::harness
