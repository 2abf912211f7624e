#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/analysis/modes.h"
#include "harness/analysis/statistics.h"
#include "harness/record/results.h"

namespace cqs::harness {

/// What the samples of a cell say about its time.
struct estimate {
  double median = 0;
  std::optional<interval> bounds = {};  ///< none of too few samples
  std::vector<mode> modes = {};

  static estimate of(const std::vector<double>& times);
  /// Without an interval if all of its samples were disturbed.
  static estimate of(const results::group& cell);

  /// The median then stands for no sample: say so wherever it is shown.
  bool has_modes() const noexcept { return modes.size() > 1; }
};

/// `[1.02, 1.31]`; nothing of nothing.
std::string to_string(const std::optional<interval>& bounds, int digits = 2);

/// A ratio and its interval, if it has one: `1.13 [1.02, 1.31]`.
std::string ratio_text(double ratio, const std::optional<interval>& bounds);

}  // namespace cqs::harness
