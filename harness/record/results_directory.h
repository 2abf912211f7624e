#pragma once

#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

namespace cqs::harness {

/// Where a sweep leaves its results: results.jsonl, machine.json, summary.md.
class results_directory {
 public:
  /// Throws `user_error` if it cannot be made.
  explicit results_directory(std::filesystem::path path);

  /// `<root>/<date>-<host>`, a folder that does not exist yet.
  static std::filesystem::path default_path(const std::filesystem::path& root);

  /// Whether a sweep has left anything there. One that found the disk full at its very beginning has not.
  static bool has_results(const std::filesystem::path& path);

  const std::filesystem::path& path() const noexcept { return _path; }
  /// The folder inside of a simulation of the paper's machine that belongs to measured results.
  static constexpr const char* simulated = "simulated";

  std::filesystem::path rows() const { return _path / "results.jsonl"; }
  std::filesystem::path machine() const { return _path / "machine.json"; }
  std::filesystem::path summary() const { return _path / "summary.md"; }

  /// The old content or the new one, never half of it. Throws `user_error`.
  static void replace(const std::filesystem::path& file, const std::string& text);

 private:
  std::filesystem::path _path;
};

}  // namespace cqs::harness
