#pragma once

#include <filesystem>
#include <span>

namespace cqs::harness {

/// What some processors have done since the machine was started, in seconds, as far as the system tells.
struct processor_times {
  double idle = 0;
  double stolen = 0;  ///< by other virtual machines on the same hardware
  bool known = false;

  /// Of these processors; of all if none is named. `root` is where /proc is looked for, for tests.
  static processor_times of(std::span<const unsigned> cpus, const std::filesystem::path& root = "/");
};

}  // namespace cqs::harness
