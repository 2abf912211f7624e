#pragma once

#include <string>
#include <vector>

namespace cqs::check {

/// The parsed options of `cqs-check mutants`.
struct mutants_request {
  /// Names or patterns. An empty list selects all mutants.
  std::vector<std::string> names;
  std::string markdown;
  /// Build the unmodified code instead. Then no scenario may report a violation.
  bool control = false;
  bool list = false;
};

/// Builds and explores each mutant, and prints the scenario that kills it. Returns true if every mutant is
/// killed. Throws `bad_mutant`.
bool run_mutants(const mutants_request& request);

}  // namespace cqs::check
