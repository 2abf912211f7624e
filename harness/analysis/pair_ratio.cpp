#include "harness/analysis/pair_ratio.h"

#include <algorithm>
#include <set>

namespace cqs::harness {

const pair_ratio::point& pair_ratio::greatest() const {
  return *std::ranges::max_element(points, {}, &point::ratio);
}

const pair_ratio::point& pair_ratio::least() const {
  return *std::ranges::min_element(points, {}, &point::ratio);
}

std::size_t pair_ratio::with_modes() const {
  return static_cast<std::size_t>(std::ranges::count_if(points, &point::has_modes));
}

std::optional<pair_ratio> ratio_of(const results& results, const std::string& experiment,
                                   const std::string& ours, const std::string& peer,
                                   const std::function<bool(const cell&)>& wanted) {
  pair_ratio result;
  std::vector<paired_samples> pairs;
  bool any_disturbed = false;
  for (const auto& [name, group] : results.groups()) {
    if (group.cell.experiment != experiment || group.cell.implementation != ours ||
        (wanted && !wanted(group.cell))) {
      continue;
    }
    cell other = group.cell;
    other.implementation = peer;
    const auto found = results.groups().find(other.key(group.placement));
    if (found == results.groups().end()) {
      continue;
    }
    paired_samples pair{found->second.times(), group.times()};
    if (pair.numerator.empty() || pair.denominator.empty()) {
      continue;
    }
    const bool disturbed = group.disturbed || found->second.disturbed;
    any_disturbed = any_disturbed || disturbed;
    result.points.push_back({group.cell, other, median(pair.numerator) / median(pair.denominator),
                             disturbed ? std::nullopt : ratio_interval(pair.numerator, pair.denominator),
                             modes_of(pair.numerator).size() > 1 || modes_of(pair.denominator).size() > 1});
    pairs.push_back(std::move(pair));
  }
  if (pairs.empty()) {
    return std::nullopt;
  }
  result.mean = geometric_mean_ratio(pairs);
  if (!any_disturbed) {
    result.bounds = mean_ratio_interval(pairs);
    result.greatest_bounds = greatest_ratio_interval(pairs);
    result.least_bounds = least_ratio_interval(pairs);
  }
  result.simulated = !results.simulated_on().empty();
  return result;
}

std::vector<std::string> implementations_of(const results& results, const std::string& experiment) {
  std::set<std::string> names;
  for (const auto& [name, group] : results.groups()) {
    if (group.cell.experiment == experiment) {
      names.insert(group.cell.implementation);
    }
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> experiments_of(const results& results) {
  std::vector<std::string> names;
  for (const auto& [name, group] : results.groups()) {
    if (names.empty() || names.back() != group.cell.experiment) {  // the groups are sorted by it
      names.push_back(group.cell.experiment);
    }
  }
  return names;
}

}  // namespace cqs::harness
