#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/row.h"

namespace cqs::harness {

/// A results directory, read.
class results {
 public:
  /// The samples of one cell in one placement.
  struct group {
    harness::cell cell;
    std::string placement;
    std::vector<const row*> rows;  ///< those that are ok

    std::vector<double> values(const std::string& measure) const;
    std::vector<double> times() const { return values("ns_per_op"); }
  };

  /// Throws `user_error` if it is no results directory.
  static results read(const std::filesystem::path& directory);
  results(std::vector<row> rows, nlohmann::json machine);
  results(results&&) = default;  // the groups point at the rows, which stay where they are
  results(const results&) = delete;
  results& operator=(const results&) = delete;
  results& operator=(results&&) = delete;
  ~results() = default;

  const std::vector<row>& rows() const noexcept { return _rows; }
  const nlohmann::json& machine() const noexcept { return _machine; }
  /// By the cell's name and the placement.
  const std::map<std::string, group>& groups() const noexcept { return _groups; }
  std::size_t truncated_bytes() const noexcept { return _truncated_bytes; }
  std::size_t count(status status) const;

 private:
  std::vector<row> _rows;
  nlohmann::json _machine;
  std::map<std::string, group> _groups;
  std::size_t _truncated_bytes = 0;
};

}  // namespace cqs::harness
