#pragma once

#include <cstdint>
#include <string>

#include <checker/engine/execution.h>

namespace cqs::check {

/// When to stop though nothing was found.
struct limits {
  std::uint64_t schedules = ~std::uint64_t{0};
  /// Of processor time.
  double seconds = 60;
};

/// What an exploration found.
struct result {
  /// Executions begun, among them those dropped because what follows was known.
  std::uint64_t schedules = 0;
  std::uint64_t abandoned = 0;
  std::uint64_t steps = 0;
  /// Distinct states, where the exploration tells them apart.
  std::uint64_t states = 0;
  /// Everything within the bounds was explored.
  bool complete = false;
  /// Of processor time.
  double seconds = 0;
  violation what;
  /// The execution that failed.
  check::trace trace;
};

/// Runs the program under the strategy until a violation, the end, or a limit.
result explore(const program& program, strategy& strategy, const settings& settings,
               const limits& limits = {});

/// Exhaustively, depth first.
result explore_all(const program& program, const settings& settings, const limits& limits = {});

}  // namespace cqs::check
