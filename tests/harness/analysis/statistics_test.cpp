#include "harness/analysis/statistics.h"
#include "harness/team/team_sample.h"

#include <cmath>

#include <gtest/gtest.h>

namespace cqs::harness {
namespace {

TEST(statistics, median_and_quantiles_interpolate) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(quantile({1, 2, 3, 4, 5}, 0.25), 2);
  EXPECT_EQ(quantile({1, 2}, 1), 2);
  EXPECT_TRUE(std::isnan(median({})));
}

TEST(statistics, jain_is_one_for_equal_shares_and_one_over_n_for_a_monopoly) {
  EXPECT_DOUBLE_EQ(jain_index(std::vector<std::uint64_t>{5, 5, 5, 5}), 1);
  EXPECT_DOUBLE_EQ(jain_index(std::vector<std::uint64_t>{8, 0, 0, 0}), 0.25);
  EXPECT_TRUE(std::isnan(jain_index(std::vector<std::uint64_t>{0, 0})));
}

TEST(statistics, there_is_no_interval_below_five_samples) {
  EXPECT_FALSE(median_interval({}));
  EXPECT_FALSE(median_interval({1, 2, 3, 4}));
  EXPECT_TRUE(median_interval({1, 2, 3, 4, 5}));
  const std::vector<double> four{1, 2, 3, 4};
  const std::vector<double> five{1, 2, 3, 4, 5};
  EXPECT_FALSE(ratio_interval(four, five));
  EXPECT_FALSE(ratio_interval(five, four));
  const std::vector<paired_samples> cells{{five, five}, {five, four}};
  EXPECT_FALSE(mean_ratio_interval(cells));
  EXPECT_FALSE(greatest_ratio_interval(cells));
}

TEST(statistics, interval_of_five_is_their_range_and_of_more_is_narrower) {
  const auto five = median_interval({5, 1, 4, 2, 3});
  EXPECT_EQ(five->low, 1);
  EXPECT_EQ(five->high, 5);
  const auto ten = median_interval({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  EXPECT_GT(ten->low, 2);  // 97.9 % would be [2, 9], 89.1 % [3, 8]
  EXPECT_LT(ten->low, 3);
  EXPECT_NEAR(ten->low + ten->high, 11, 1e-12);
}

TEST(statistics, interval_of_ratios_holds_the_ratio) {
  const std::vector<double> twice{19, 20, 20, 21, 22};
  const std::vector<double> once{9.5, 10, 10, 10.5, 11};
  const auto bounds = ratio_interval(twice, once);
  EXPECT_LE(bounds->low, 2);
  EXPECT_GE(bounds->high, 2);
  EXPECT_GT(bounds->low, 1.5);
  const std::vector<paired_samples> cells{{twice, once}, {once, twice}};
  EXPECT_DOUBLE_EQ(geometric_mean_ratio(cells), 1);
  EXPECT_GT(greatest_ratio_interval(cells)->high, 2);
}

TEST(statistics, false_discoveries_are_corrected_step_by_step) {
  const auto q = benjamini_hochberg(std::vector<double>{0.01, 0.04, 0.03, 0.005});
  EXPECT_DOUBLE_EQ(q[3], 0.02);
  EXPECT_DOUBLE_EQ(q[0], 0.02);
  EXPECT_DOUBLE_EQ(q[2], 0.04);
  EXPECT_DOUBLE_EQ(q[1], 0.04);
}

TEST(statistics, permutations_of_a_single_cell_are_exact) {
  // Of 252 ways to choose five of ten, two put all low values on one side.
  const std::vector<paired_samples> apart{{{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}}};
  EXPECT_NEAR(pooled_permutation_p(apart, 0.05)[0], 2.0 / 252, 1e-12);
  EXPECT_NEAR(least_permutation_p(5, 5), 2.0 / 252, 1e-12);
  const std::vector<paired_samples> alike{{{1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}}};
  EXPECT_NEAR(pooled_permutation_p(alike, 0.05)[0], 1, 1e-12);
  const std::vector<paired_samples> too_few{{{1, 2, 3}, {7, 8, 9}}};
  EXPECT_EQ(pooled_permutation_p(too_few, 0.05)[0], 1) << "2 of 20 permutations can never be below 5 %";
}

}  // namespace
}  // namespace cqs::harness
