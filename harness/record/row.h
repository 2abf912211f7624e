#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/record/cell.h"
#include "harness/record/histogram.h"
#include "harness/record/sample.h"

namespace cqs::harness {

/// How a sample ended.
enum class status : std::uint8_t {
  ok,
  failed,   ///< an invariant was violated, or the process crashed
  timeout,  ///< the watchdog ended it
  skipped,  ///< the implementation lacks what the experiment needs, or was not built
};

std::string_view to_string(status value) noexcept;

/// Identifies a sample, planned or taken, within a sweep.
std::string sample_key(const cell& cell, std::string_view placement, unsigned process);

/// One line of results.jsonl: a sample with its whole configuration. docs/experiments.md describes the
/// fields.
struct row {
  /// Changes when a reader of the version before would misread a row; a new field does not change it. Version 1 had
  /// other names for `waits_by` and `simulated_on`; version 2 knew no disturbed samples. Both are read too.
  static constexpr int schema = 3;

  harness::cell cell;
  std::string origin;
  std::string waits_by;  ///< spinning, parking, suspending
  bool fair = false;

  std::string placement;
  std::vector<unsigned> cpus;
  std::optional<unsigned> memory_node;
  unsigned hardware_threads = 0;
  std::string waiter = "thread";
  std::string simulated_on;  ///< a machine; empty: the sample was measured

  unsigned process = 0;
  unsigned attempt = 0;   ///< of this sample: one that was disturbed is taken again
  std::string disturbed;  ///< by what; empty: by nothing
  double sample_ms = 0;
  std::uint64_t seed = 0;
  std::string run;   ///< of one start of the sweep
  std::string time;  ///< when it was taken, UTC
  std::string commit;

  harness::status status = status::ok;
  std::string reason;
  std::map<std::string, double> measures;
  std::map<std::string, std::string> runtime;  ///< as in a sample
  std::vector<histogram::bucket> wait_histogram;
  std::vector<harness::sample::line> lines;

  bool simulated() const noexcept { return !simulated_on.empty(); }
  bool oversubscribed() const noexcept { return cell.threads > hardware_threads; }
  /// NaN if it was not measured.
  double measure(const std::string& name) const;
  /// As `planned_sample::key`: see `sample_key`.
  std::string key() const;

  nlohmann::ordered_json to_json() const;
  /// Throws `user_error` if its schema is newer, or if it is not a row.
  static row from_json(const nlohmann::json& json);
};

/// The member `lines` of a row or a sample; none if it has none.
std::vector<sample::line> lines_from_json(const nlohmann::json& json);
nlohmann::ordered_json to_json(const std::vector<sample::line>& lines);

}  // namespace cqs::harness
