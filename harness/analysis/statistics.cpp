#include "harness/analysis/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace cqs::harness {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr int resamples = 2000;

using generator = std::mt19937_64;

double median_in_place(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) {
    return *middle;
  }
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double resampled_median(std::span<const double> values, generator& random) {
  std::uniform_int_distribution<std::size_t> pick(0, values.size() - 1);
  std::vector<double> drawn(values.size());
  std::ranges::generate(drawn, [&] { return values[pick(random)]; });
  return median_in_place(drawn);
}

template <class Statistic>
interval bootstrap(Statistic statistic) {
  generator random(20'230'101);  // fixed: a report made twice is the same twice
  std::vector<double> values(resamples);
  std::ranges::generate(values, [&] { return statistic(random); });
  std::ranges::sort(values);
  return {values[static_cast<std::size_t>(resamples * 0.025)],
          values[static_cast<std::size_t>(resamples * 0.975)]};
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

interval bootstrap_median(std::span<const double> values) {
  if (values.empty()) {
    return {nan, nan};
  }
  return bootstrap([&](generator& random) { return resampled_median(values, random); });
}

interval bootstrap_ratio(std::span<const double> numerator, std::span<const double> denominator) {
  if (numerator.empty() || denominator.empty()) {
    return {nan, nan};
  }
  return bootstrap([&](generator& random) {
    return resampled_median(numerator, random) / resampled_median(denominator, random);
  });
}

double geometric_mean_ratio(std::span<const paired_samples> cells) {
  double sum = 0;
  for (const auto& cell : cells) {
    sum += std::log(median(cell.numerator) / median(cell.denominator));
  }
  return cells.empty() ? nan : std::exp(sum / static_cast<double>(cells.size()));
}

interval bootstrap_geometric_mean_ratio(std::span<const paired_samples> cells) {
  if (cells.empty()) {
    return {nan, nan};
  }
  return bootstrap([&](generator& random) {
    double sum = 0;
    for (const auto& cell : cells) {
      sum += std::log(resampled_median(cell.numerator, random) / resampled_median(cell.denominator, random));
    }
    return std::exp(sum / static_cast<double>(cells.size()));
  });
}

std::vector<double> holm(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p_values[i]; });
  std::vector<double> corrected(p_values.size());
  double greatest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double p = p_values[order[rank]] * static_cast<double>(p_values.size() - rank);
    greatest = std::min(1.0, std::max(greatest, p));
    corrected[order[rank]] = greatest;
  }
  return corrected;
}

}  // namespace cqs::harness
