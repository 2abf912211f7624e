#pragma once

#include <string>

#include <checker/engine/execution.h>

namespace cqs::check {

/// One execution, replayed and told step by step.
struct retelling {
  violation what;
  /// A line a step: its number, the thread, the operation, the object, the value before and after, the place
  /// in the source.
  std::string steps;
};

retelling retell(const program& program, const settings& settings, const trace& trace);

}  // namespace cqs::check
