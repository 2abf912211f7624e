#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/record/row.h"

namespace cqs::harness {

/// A results directory, read.
class results {
 public:
  /// The samples of one cell in one placement.
  struct group {
    harness::cell cell;
    std::string placement;
    std::vector<const row*>
        rows;  ///< those that are ok and undisturbed; all that are ok if every one was disturbed
    bool disturbed = false;  ///< every one was: there is nothing better, and no verdict on it

    std::vector<double> values(const std::string& measure) const;
    std::vector<double> times() const { return values("ns_per_op"); }
  };

  /// Throws `user_error` if it is no results directory.
  static results read(const std::filesystem::path& directory);
  results(std::vector<row> rows, nlohmann::json fingerprint);
  results(results&&) = default;  // the groups point at the rows, which stay where they are
  results(const results&) = delete;
  results& operator=(const results&) = delete;
  results& operator=(results&&) = delete;
  ~results() = default;

  const std::vector<row>& rows() const noexcept { return _rows; }
  /// The content of machine.json: the fingerprint of the machine, the build, the sweep.
  const nlohmann::json& fingerprint() const noexcept { return _fingerprint; }
  /// The machine of a simulated sweep; empty: it was measured.
  std::string simulated_on() const;
  /// By the cell's name and the placement.
  const std::map<std::string, group>& groups() const noexcept { return _groups; }
  std::size_t truncated_bytes() const noexcept { return _truncated_bytes; }
  std::size_t count(status status) const;
  /// The samples that are ok, and were disturbed; each is counted as often as it was taken.
  std::size_t count_disturbed() const;

 private:
  std::vector<row> _rows;
  nlohmann::json _fingerprint;
  std::map<std::string, group> _groups;
  std::size_t _truncated_bytes = 0;
};

}  // namespace cqs::harness
