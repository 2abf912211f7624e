#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/record/cell.h"

namespace cqs::harness {

/// What of a profile is wanted; an empty list wants all.
struct plan_filter {
  std::vector<std::string> experiments = {};
  std::vector<std::string> implementations = {};  ///< patterns
  std::vector<unsigned> threads = {};             ///< in place of the profile's
  std::vector<std::string> placements = {};       ///< in place of the profile's
  unsigned processes = 0;                         ///< in place of the profile's; 0: those
  unsigned sample_ms = 0;                         ///< likewise
  std::vector<parameter> point = {};              ///< of the grids, only where these have these values

  nlohmann::ordered_json to_json() const;
  /// Throws nlohmann's exceptions.
  static plan_filter from_json(const nlohmann::json& json);
};

}  // namespace cqs::harness
