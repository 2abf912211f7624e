#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/analysis/estimate.h"
#include "harness/record/results.h"

namespace cqs::harness {

/// How many times longer a peer takes than one of ours, where both were measured alike.
struct pair_ratio {
  struct point {
    cell ours;
    cell peer;
    double ratio;
    std::optional<interval> bounds;
    bool has_modes;  ///< one of both cells: its median stands for no sample
  };

  std::vector<point> points;
  double mean = 0;  ///< geometric, over the points
  std::optional<interval> bounds = {};
  std::optional<interval> greatest_bounds = {};  ///< of the greatest ratio over the points
  std::optional<interval> least_bounds = {};     ///< of the least
  bool simulated = false;                        ///< exact: a direction needs no interval

  /// The point with the greatest ratio; there is one.
  const point& greatest() const;
  const point& least() const;
  /// How many points have cells with more than one mode.
  std::size_t with_modes() const;
  /// Whether ours takes less time, or more, beyond doubt.
  bool ours_is_faster() const noexcept { return bounds ? bounds->low > 1 : simulated && mean > 1; }
  bool ours_is_slower() const noexcept { return bounds ? bounds->high < 1 : simulated && mean < 1; }
};

/// `wanted` may leave out cells, by those of ours; nothing if no cell is left.
std::optional<pair_ratio> ratio_of(const results& results, const std::string& experiment,
                                   const std::string& ours, const std::string& peer,
                                   const std::function<bool(const cell&)>& wanted = {});

/// In the order of their names.
std::vector<std::string> implementations_of(const results& results, const std::string& experiment);
std::vector<std::string> experiments_of(const results& results);

}  // namespace cqs::harness
