#include <algorithm>
#include <cmath>

#include "harness/analysis/statistics.h"

namespace cqs::harness {

namespace {

constexpr double nominal = 0.95;

/// How often the median lies between the k-th smallest and the k-th greatest of n values.
double coverage(std::size_t n, std::size_t k) {
  double ways = 1;
  double tail = 0;
  for (std::size_t i = 0; i < k; ++i) {
    tail += ways;
    ways *= static_cast<double>(n - i) / static_cast<double>(i + 1);
  }
  return 1 - 2 * tail * std::pow(0.5, static_cast<double>(n));
}

/// The logarithm of a ratio, and the squares of its distances to the ends of its interval.
struct log_ratio {
  double middle;
  double below;
  double above;
};

double square(double x) {
  return x * x;
}

std::optional<log_ratio> log_ratio_of(std::span<const double> numerator,
                                      std::span<const double> denominator) {
  const auto upper = median_interval({numerator.begin(), numerator.end()});
  const auto lower = median_interval({denominator.begin(), denominator.end()});
  if (!upper || !lower) {
    return std::nullopt;
  }
  const double a = std::log(median({numerator.begin(), numerator.end()}));
  const double b = std::log(median({denominator.begin(), denominator.end()}));
  return log_ratio{a - b, square(a - std::log(upper->low)) + square(std::log(lower->high) - b),
                   square(std::log(upper->high) - a) + square(b - std::log(lower->low))};
}

/// The value that a normal variable exceeds with this probability.
double normal_quantile_above(double probability) {
  double low = 0;
  double high = 40;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) / 2 > probability ? low : high) = middle;
  }
  return low;
}

}  // namespace

std::optional<interval> median_interval(std::vector<double> values) {
  const std::size_t n = values.size();
  if (n < least_samples_of_interval) {
    return std::nullopt;
  }
  std::ranges::sort(values);
  std::size_t k = 1;
  while (k + 1 <= n / 2 && coverage(n, k + 1) >= nominal) {
    ++k;
  }
  double weight = 0;  // of the next value inwards
  if (const double outer = coverage(n, k); outer > nominal) {
    const double share = (outer - nominal) / (outer - coverage(n, k + 1));
    const auto inside = static_cast<double>(n - k);
    weight = inside * share / (static_cast<double>(k) + (inside - static_cast<double>(k)) * share);
  }
  return interval{(1 - weight) * values[k - 1] + weight * values[k],
                  (1 - weight) * values[n - k] + weight * values[n - k - 1]};
}

std::optional<interval> ratio_interval(std::span<const double> numerator,
                                       std::span<const double> denominator) {
  const auto r = log_ratio_of(numerator, denominator);
  if (!r) {
    return std::nullopt;
  }
  return interval{std::exp(r->middle - std::sqrt(r->below)), std::exp(r->middle + std::sqrt(r->above))};
}

std::optional<interval> mean_ratio_interval(std::span<const paired_samples> cells) {
  log_ratio sum{0, 0, 0};
  for (const auto& cell : cells) {
    const auto r = log_ratio_of(cell.numerator, cell.denominator);
    if (!r) {
      return std::nullopt;
    }
    sum = {sum.middle + r->middle, sum.below + r->below, sum.above + r->above};
  }
  if (cells.empty()) {
    return std::nullopt;
  }
  const auto n = static_cast<double>(cells.size());
  return interval{std::exp((sum.middle - std::sqrt(sum.below)) / n),
                  std::exp((sum.middle + std::sqrt(sum.above)) / n)};
}

std::optional<interval> greatest_ratio_interval(std::span<const paired_samples> cells) {
  if (cells.empty()) {
    return std::nullopt;
  }
  // The greatest true ratio is above every lower end if all of these hold at once; it is below the greatest
  // upper end if that of its own cell holds.
  constexpr double tail = (1 - nominal) / 2;
  const double wider =
      normal_quantile_above(tail / static_cast<double>(cells.size())) / normal_quantile_above(tail);
  std::optional<interval> greatest;
  for (const auto& cell : cells) {
    const auto r = log_ratio_of(cell.numerator, cell.denominator);
    if (!r) {
      return std::nullopt;
    }
    const interval own{std::exp(r->middle - wider * std::sqrt(r->below)),
                       std::exp(r->middle + std::sqrt(r->above))};
    greatest =
        greatest ? interval{std::max(greatest->low, own.low), std::max(greatest->high, own.high)} : own;
  }
  return greatest;
}

std::optional<interval> least_ratio_interval(std::span<const paired_samples> cells) {
  std::vector<paired_samples> inverse;
  for (const auto& cell : cells) {
    inverse.push_back({cell.denominator, cell.numerator});
  }
  const auto greatest = greatest_ratio_interval(inverse);
  return greatest ? std::optional(interval{1 / greatest->high, 1 / greatest->low}) : std::nullopt;
}

}  // namespace cqs::harness
