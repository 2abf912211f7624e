#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace cqs::harness {

struct interval {
  double low;
  double high;
};

/// The value below which the share `q` lies, interpolated between neighbours; NaN of none.
double quantile(std::vector<double> values, double q);
double median(std::vector<double> values);

/// Below this number of samples there is no interval: the range of four holds the median in 87.5 % of cases only.
inline constexpr std::size_t least_samples_of_interval = 5;

/// The 95 % interval of the median, by order statistics, interpolated as by Hettmansperger and Sheather (1986). It
/// assumes nothing about the distribution. Of five samples it is their range, which holds the median in 93.75 % of
/// cases. tests/harness/analysis/coverage_test.cpp simulates its coverage. Nothing of too few samples.
std::optional<interval> median_interval(std::vector<double> values);

/// The 95 % interval of median(numerator) / median(denominator), of positive values: their intervals joined in
/// logarithms as by Zou and Donner (2008). Nothing if either has too few samples.
std::optional<interval> ratio_interval(std::span<const double> numerator,
                                       std::span<const double> denominator);

/// Pairs of samples, one a cell; the ratio is the geometric mean over the cells of the ratios of their
/// medians.
struct paired_samples {
  std::vector<double> numerator;
  std::vector<double> denominator;
};
double geometric_mean_ratio(std::span<const paired_samples> cells);
/// By the same method. Nothing if a cell has too few samples.
std::optional<interval> mean_ratio_interval(std::span<const paired_samples> cells);

/// The 95 % interval of the greatest ratio of medians over these cells. It is wider than that of the cell itself, by as much as
/// the choice among so many cells asks for. Nothing if a cell has too few samples.
std::optional<interval> greatest_ratio_interval(std::span<const paired_samples> cells);
std::optional<interval> least_ratio_interval(std::span<const paired_samples> cells);

/// For each cell the two-sided p-value that both samples come from one distribution, by a permutation test of the means of the
/// logarithms over their spread. The permutations of all cells are pooled, as in microarray analysis (Tusher, Tibshirani and
/// Chu, 2001): five samples on each side have 252 permutations, and a hundred such cells 25 200. So one cell of many can be
/// found to differ. 1 for a cell whose own permutations are too few: see `least_permutation_p`.
std::vector<double> pooled_permutation_p(std::span<const paired_samples> cells, double alpha);

/// The least p-value that samples of these sizes can give on their own: both extreme permutations.
double least_permutation_p(std::size_t a, std::size_t b);

/// The least false discovery rate at which each of these would be found, by Benjamini and Hochberg (1995), in the order given.
std::vector<double> benjamini_hochberg(std::span<const double> p_values);

}  // namespace cqs::harness
