#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/applications/task.h"

namespace cqs::workloads::applications {

/// A program that knows nothing of this project, or a driver of a library that knows nothing of it.
struct program {
  std::string_view name;     ///< the value of the parameter `program`
  std::string_view file;     ///< in PATH; a driver of ours: the whole path
  std::string_view package;  ///< Debian's, that has it or what it needs
  /// About as many as two processors do in a millisecond with glibc's locks. The work of a sample depends on its length
  /// alone, so all locks do the same.
  double operations_per_ms;
  std::vector<std::string> (*arguments)(const task&);
  /// The program tells its time in seconds after the last occurrence of this text.
  std::string_view before_time;

  std::optional<std::filesystem::path> find() const;
  std::string how_to_get_it() const;
  /// A multiple of the number of threads.
  std::uint64_t operations(std::chrono::nanoseconds window, unsigned threads) const;
  /// The time that the program itself has measured, in nanoseconds; nothing if the output does not tell.
  std::optional<double> time_ns(std::string_view output) const;
};

std::span<const program> programs();

/// Throws `user_error`, and offers the nearest name.
const program& find_program(const std::string& name);

}  // namespace cqs::workloads::applications
