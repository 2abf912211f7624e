#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/record/histogram.h"

namespace cqs::harness {

/// What one run of a cell has measured. The measures' names are those of the result rows; docs/experiments.md
/// lists them.
struct sample {
  /// A line of memory that went from core to core, as a simulation sees it.
  struct line {
    std::string object;  ///< what lies in it
    std::string site;    ///< where in the source it was asked for
    std::string access;
    double transfers_per_op;
    double ns_per_op;  ///< that threads waited for it
  };

  double ns_per_op = 0;
  std::vector<std::pair<std::string, double>> measures;
  std::map<std::string, std::string> runtime;  ///< of a managed one: its version, its flags; else empty
  histogram wait_histogram;
  std::vector<line> lines;  ///< the most awaited first
  std::string failure;      ///< which invariant was violated, and how; empty: none
  std::string skipped;      ///< why this cell cannot be measured here, found when it was to be; empty: it was

  void set(std::string_view name, double value);
  /// NaN if there is none.
  double get(std::string_view name) const;

  /// `<what>_p50_ns` and so on to `<what>_max_ns`; nothing of none.
  void set_times(std::string_view what, const histogram& times);
  void set_waits(const histogram& times);
  void set_aborts(const histogram& times);

  /// `failed unless what was counted is what was expected`; the first failure stays.
  void check_equal(std::string_view what, std::uint64_t counted, std::uint64_t expected);
  void fail(std::string reason);
};

}  // namespace cqs::harness
