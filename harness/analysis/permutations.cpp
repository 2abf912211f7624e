#include <algorithm>
#include <cmath>
#include <random>

#include "harness/analysis/statistics.h"

namespace cqs::harness {

namespace {

constexpr double most_permutations = 1000;
constexpr double resolution = 1e-3;  // of a time: no measurement is better

double ways_to_choose(std::size_t k, std::size_t n) {
  double ways = 1;
  for (std::size_t i = 0; i < k; ++i) {
    ways *= static_cast<double>(n - i) / static_cast<double>(i + 1);
  }
  return ways;
}

/// How far the values that are chosen lie from the others, in units of their spread.
double distance(std::span<const double> values, const std::vector<unsigned char>& chosen) {
  double sum[2] = {0, 0};
  double count[2] = {0, 0};
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum[chosen[i]] += values[i];
    count[chosen[i]] += 1;
  }
  const double mean[2] = {sum[0] / count[0], sum[1] / count[1]};
  double squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double off = values[i] - mean[chosen[i]];
    squares += off * off;
  }
  const double error = std::sqrt(squares / (count[0] + count[1] - 2) * (1 / count[0] + 1 / count[1]));
  return std::abs(mean[1] - mean[0]) / (error + resolution);
}

/// Of one cell: how far its samples lie apart, and how far they would if their labels were exchanged.
struct permuted {
  double observed = 0;
  std::vector<double> others = {};  ///< sorted

  /// The share of permutations that are as far apart.
  double beyond(double how_far) const {
    constexpr double rounding = 1e-9;
    const auto first = std::ranges::lower_bound(others, how_far * (1 - rounding));
    return static_cast<double>(others.end() - first) / static_cast<double>(others.size());
  }
};

permuted permute(const paired_samples& cell, std::mt19937_64& random) {
  std::vector<double> values;
  for (const auto* side : {&cell.numerator, &cell.denominator}) {
    std::ranges::transform(*side, std::back_inserter(values), [](double v) { return std::log(v); });
  }
  std::vector<unsigned char> chosen(values.size(), 0);
  std::fill_n(chosen.begin(), cell.numerator.size(), 1);
  permuted result{distance(values, chosen)};
  if (ways_to_choose(cell.numerator.size(), values.size()) <= most_permutations) {
    std::ranges::sort(chosen);
    do {
      result.others.push_back(distance(values, chosen));
    } while (std::next_permutation(chosen.begin(), chosen.end()));
  } else {
    result.others.push_back(result.observed);
    while (static_cast<double>(result.others.size()) < most_permutations) {
      std::shuffle(chosen.begin(), chosen.end(), random);
      result.others.push_back(distance(values, chosen));
    }
  }
  std::ranges::sort(result.others);
  return result;
}

}  // namespace

double least_permutation_p(std::size_t a, std::size_t b) {
  return std::min(1.0, 2 / ways_to_choose(a, a + b));
}

std::vector<double> pooled_permutation_p(std::span<const paired_samples> cells, double alpha) {
  std::mt19937_64 random(20'230'101);  // fixed: a comparison made twice is the same twice
  std::vector<permuted> tested;
  std::vector<std::size_t> index;
  std::vector<double> p_values(cells.size(), 1.0);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (least_permutation_p(cells[i].numerator.size(), cells[i].denominator.size()) < alpha) {
      tested.push_back(permute(cells[i], random));
      index.push_back(i);
    }
  }
  for (std::size_t i = 0; i < tested.size(); ++i) {
    double sum = 0;
    for (const permuted& each : tested) {
      sum += each.beyond(tested[i].observed);
    }
    p_values[index[i]] = sum / static_cast<double>(tested.size());
  }
  return p_values;
}

}  // namespace cqs::harness
