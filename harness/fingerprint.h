#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/topology.h"
#include "harness/warning.h"

namespace cqs::harness {

/// All that a reader of results must know of the machine, the system and the build. What cannot be read is
/// "unknown".
class fingerprint {
 public:
  /// `root` is where /proc and /sys are looked for, for tests.
  static fingerprint of(const topology& machine, const std::filesystem::path& root = "/");

  /// The same for the same hardware, whatever runs on it.
  std::string machine_id() const;

  const nlohmann::ordered_json& json() const noexcept { return _json; }

  /// Judged from the fingerprint alone, and so also of a recorded one.
  static std::vector<warning> warnings(const nlohmann::json& json);

 private:
  nlohmann::ordered_json _json;
};

/// The load of the last minute; NaN if unknown.
double load_average(const std::filesystem::path& root = "/");

/// Now, UTC, as in ISO 8601.
std::string utc_now();

}  // namespace cqs::harness
