#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <checker/explore/explore.h>

namespace cqs::check {

/// What `cqs-check run` was asked for.
struct request {
  std::vector<std::string> scenarios;
  /// Of these, the ones with so many threads.
  std::size_t least_threads = 0;
  std::size_t most_threads = max_threads;
  check::settings settings;
  check::limits limits;
  /// Executions of a random walk; 0 for none.
  std::uint64_t random = 0;
  /// The depth of PCT; 0 for none.
  std::uint32_t pct = 0;
  std::uint64_t seed = 1;
  std::string replay;
  std::string markdown;
  std::string totals;
  bool minimise = true;
};

}  // namespace cqs::check
