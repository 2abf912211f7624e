#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace cqs::harness {

/// A property of the machine or the build that makes results less trustworthy, and its remedy.
struct warning {
  std::string what;
  std::string remedy;
};

/// The warnings for a recorded fingerprint (`machine.json`).
std::vector<warning> warnings_of(const nlohmann::json& machine);

}  // namespace cqs::harness
