#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/analysis/statistics.h"
#include "harness/record/results.h"

namespace cqs::harness {

/// How many times longer a peer takes than one of ours, where both were measured alike.
struct pair_ratio {
  struct point {
    cell ours;
    cell peer;
    double ratio;
    interval bounds;
  };

  std::vector<point> points;
  double mean = 0;  ///< geometric, over the points
  interval bounds{0, 0};

  /// The point with the greatest ratio; there is one.
  const point& greatest() const;
};

/// `wanted` may leave out cells, by those of ours; nothing if no cell is left.
std::optional<pair_ratio> ratio_of(const results& results, const std::string& experiment,
                                   const std::string& ours, const std::string& peer,
                                   const std::function<bool(const cell&)>& wanted = {});

/// In the order of their names.
std::vector<std::string> implementations_of(const results& results, const std::string& experiment);
std::vector<std::string> experiments_of(const results& results);

}  // namespace cqs::harness
