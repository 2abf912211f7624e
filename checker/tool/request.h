#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <checker/explore/explore.h>

namespace cqs::check {

/// The parsed options of `cqs-check run`.
struct request {
  std::vector<std::string> scenarios;
  /// Limits on the number of threads of the selected scenarios.
  std::size_t least_threads = 0;
  std::size_t most_threads = max_threads;
  check::settings settings;
  check::limits limits;
  /// The number of random schedules; 0 disables the random walk.
  std::uint64_t random = 0;
  /// The depth of PCT; 0 disables PCT.
  std::uint32_t pct = 0;
  std::uint64_t seed = 1;
  std::string replay;
  std::string markdown;
  std::string totals;
  bool minimise = true;
};

}  // namespace cqs::check
