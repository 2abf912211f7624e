#pragma once

#include <cstdint>
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

/// The 95 % interval of the median, by the bootstrap: medians of samples drawn with replacement. The same
/// values give the same interval. Of a single value it is that value; NaN of none.
interval bootstrap_median(std::span<const double> values);

/// The 95 % interval of median(numerator) / median(denominator), both drawn anew each time.
interval bootstrap_ratio(std::span<const double> numerator, std::span<const double> denominator);

/// Pairs of samples, one a cell; the ratio is the geometric mean over the cells of the ratios of their
/// medians.
struct paired_samples {
  std::vector<double> numerator;
  std::vector<double> denominator;
};
double geometric_mean_ratio(std::span<const paired_samples> cells);
interval bootstrap_geometric_mean_ratio(std::span<const paired_samples> cells);

/// The two-sided p-value that both samples come from one distribution. Exact for small samples without ties,
/// otherwise the normal approximation with corrections for ties and continuity.
double mann_whitney(std::span<const double> a, std::span<const double> b);

/// The least p-value that samples of these sizes can give at all.
double least_mann_whitney(std::size_t a, std::size_t b);

/// Holm's step-down correction for that many comparisons at once, in the order given.
std::vector<double> holm(std::span<const double> p_values);

}  // namespace cqs::harness
