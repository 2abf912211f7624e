#pragma once

#include <string>
#include <vector>

namespace cqs::check {

/// What `cqs-check mutants` was asked for.
struct mutants_request {
  /// Names or patterns; all for none.
  std::vector<std::string> names;
  std::string markdown;
  /// Leave the bugs out: then nothing may be found.
  bool control = false;
  bool list = false;
};

/// Builds and explores each mutant, and prints which scenario found it. True if every one is killed. Throws
/// `bad_mutant`.
bool run_mutants(const mutants_request& request);

}  // namespace cqs::check
