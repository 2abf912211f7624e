#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/topology/topology.h"

namespace cqs::harness {

/// All that a reader of results must know of the machine, the system and the build. What cannot be read is
/// "unknown".
class fingerprint {
 public:
  /// `root` is where /proc and /sys are looked for, for tests.
  static fingerprint of(const support::topology& machine, const std::filesystem::path& root = "/");

  /// The same for the same hardware, whatever runs on it.
  std::string machine_id() const;

  const nlohmann::ordered_json& json() const noexcept { return _json; }

 private:
  nlohmann::ordered_json _json;
};

/// The load of the last minute; NaN if unknown.
double load_average(const std::filesystem::path& root = "/");

/// Now, UTC, as in ISO 8601.
std::string utc_now();

}  // namespace cqs::harness
