#pragma once

#include <cstdint>
#include <string>

#include <checker/engine/execution.h>

namespace cqs::check {

/// The limits of an exploration that finds no violation.
struct limits {
  std::uint64_t schedules = ~std::uint64_t{0};
  /// Processor time.
  double seconds = 60;
};

/// The result of an exploration.
struct result {
  /// The number of executions, including those abandoned because their continuation was known.
  std::uint64_t schedules = 0;
  std::uint64_t abandoned = 0;
  std::uint64_t steps = 0;
  /// The number of distinct states, if the strategy distinguishes states.
  std::uint64_t states = 0;
  /// True if everything within the bounds was explored.
  bool complete = false;
  /// Processor time.
  double seconds = 0;
  violation what;
  /// The schedule of the violation.
  check::trace trace;
};

/// Runs the program under the strategy until a violation, the end of the exploration, or a limit.
result explore(const program& program, strategy& strategy, const settings& settings,
               const limits& limits = {});

/// Explores exhaustively, depth first.
result explore_all(const program& program, const settings& settings, const limits& limits = {});

}  // namespace cqs::check
