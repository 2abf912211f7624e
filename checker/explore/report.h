#pragma once

#include <string>

#include <checker/engine/execution.h>

namespace cqs::check {

/// The report of one replayed execution, step by step.
struct retelling {
  violation what;
  /// One line per step: its number, the thread, the operation, the object, the value before and after, and
  /// the place in the source.
  std::string steps;
};

retelling retell(const program& program, const settings& settings, const trace& trace);

}  // namespace cqs::check
