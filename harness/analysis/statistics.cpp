#include "harness/analysis/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace cqs::harness {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double median_in_place(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) {
    return *middle;
  }
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace

double quantile(std::vector<double> values, double q) {
  if (values.empty()) {
    return nan;
  }
  std::ranges::sort(values);
  const double place = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

double median(std::vector<double> values) {
  return values.empty() ? nan : median_in_place(values);
}

double geometric_mean_ratio(std::span<const paired_samples> cells) {
  double sum = 0;
  for (const auto& cell : cells) {
    sum += std::log(median(cell.numerator) / median(cell.denominator));
  }
  return cells.empty() ? nan : std::exp(sum / static_cast<double>(cells.size()));
}

std::vector<double> benjamini_hochberg(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p_values[i]; });
  std::vector<double> corrected(p_values.size());
  double least = 1;
  for (std::size_t rank = order.size(); rank > 0; --rank) {
    const double p =
        p_values[order[rank - 1]] * static_cast<double>(order.size()) / static_cast<double>(rank);
    least = std::min(least, p);
    corrected[order[rank - 1]] = least;
  }
  return corrected;
}

}  // namespace cqs::harness
