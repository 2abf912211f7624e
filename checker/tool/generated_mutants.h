#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cqs::check {

/// The parsed options of `cqs-check mutants --generate`.
struct generated_request {
  /// Patterns of files, such as `*latch.h`, or of places, such as `*latch.h:120`. An empty list selects all.
  std::vector<std::string> places;
  /// Only scenarios of these files, such as `latch`. An empty list selects all that include a mutated header.
  std::vector<std::string> sources;
  /// Only mutations of this kind; empty for all kinds.
  std::string kind;
  /// Only memory orders, and a table of them.
  bool orders = false;
  /// The table of an earlier run. What was not killed then need not be killed now.
  std::string earlier;
  /// Only mutations of files that have changed since the earlier run.
  bool changed = false;
  /// Only mutations of lines that have changed since this revision.
  std::string since;
  /// At most this number of mutations, chosen at random; 0 for all.
  std::size_t sample = 0;
  std::uint64_t seed = 1;
  /// Processor time for each mutation, at most.
  double seconds = 20;
  unsigned jobs = 2;
  bool list = false;
  std::string markdown;
};

/// Mutates the library mechanically, and explores the scenarios until one finds the mutation. Returns true if each
/// mutation is killed or argued. Throws `bad_mutant`.
bool run_generated_mutants(const generated_request& request);

}  // namespace cqs::check
