#include "harness/analysis/statistics.h"
#include "harness/team/team_sample.h"

#include <cmath>
#include <random>

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

TEST(statistics, bootstrap_interval_holds_the_median_about_as_often_as_it_says) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> noise(100, 5);
  int held = 0;
  constexpr int tries = 100;
  for (int i = 0; i < tries; ++i) {
    std::vector<double> values(20);
    for (double& v : values) {
      v = noise(random);
    }
    const auto [low, high] = bootstrap_median(values);
    held += low <= 100 && 100 <= high ? 1 : 0;
  }
  EXPECT_GE(held, 85);
}

TEST(statistics, bootstrap_of_one_value_is_that_value) {
  const std::vector<double> one{7};
  EXPECT_EQ(bootstrap_median(one).low, 7);
  EXPECT_EQ(bootstrap_median(one).high, 7);
  EXPECT_TRUE(std::isnan(bootstrap_median({}).low));
}

TEST(statistics, bootstrap_of_ratios_holds_the_ratio) {
  const std::vector<double> twice{19, 20, 20, 21, 22};
  const std::vector<double> once{9.5, 10, 10, 10.5, 11};
  const auto [low, high] = bootstrap_ratio(twice, once);
  EXPECT_LE(low, 2);
  EXPECT_GE(high, 2);
  EXPECT_GT(low, 1.5);
  const std::vector<paired_samples> cells{{twice, once}, {once, twice}};
  EXPECT_DOUBLE_EQ(geometric_mean_ratio(cells), 1);
}

// Of tables: for 5 against 5 with all of one below all of the other, two of the 252 arrangements are as
// extreme.
TEST(statistics, mann_whitney_is_exact_for_small_samples) {
  const std::vector<double> low{1, 2, 3, 4, 5};
  const std::vector<double> high{6, 7, 8, 9, 10};
  EXPECT_NEAR(mann_whitney(low, high), 2.0 / 252, 1e-12);
  EXPECT_NEAR(mann_whitney(high, low), 2.0 / 252, 1e-12);
  EXPECT_NEAR(least_mann_whitney(5, 5), 2.0 / 252, 1e-12);
  // U = 1: the extremes and their neighbours, (1 + 1) · 2 of C(7, 3) = 35.
  EXPECT_NEAR(mann_whitney(std::vector<double>{1, 2, 4}, std::vector<double>{3, 5, 6, 7}), 4.0 / 35, 1e-12);
  EXPECT_EQ(mann_whitney(low, low), 1);
}

// The approximation that takes over beyond the exact sizes must fit them, or the verdict would jump with one
// sample more.
TEST(statistics, mann_whitney_approximation_continues_the_exact_values) {
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 0; i < 21; ++i) {
    a.push_back(i);
    b.push_back(i + 6.5);
  }
  const double approximate = mann_whitney(a, b);
  a.pop_back();
  b.pop_back();
  EXPECT_NEAR(approximate, mann_whitney(a, b), 0.01);
}

TEST(statistics, mann_whitney_rarely_finds_what_is_not_there) {
  std::mt19937_64 random(3);
  std::exponential_distribution<double> skewed(1);
  int found = 0;
  for (int i = 0; i < 400; ++i) {
    std::vector<double> a(8);
    std::vector<double> b(8);
    for (auto* sample : {&a, &b}) {
      for (double& v : *sample) {
        v = skewed(random);
      }
    }
    found += mann_whitney(a, b) < 0.05 ? 1 : 0;
  }
  EXPECT_LT(found, 36);  // 5 % would be 20
}

TEST(statistics, holm_corrects_step_by_step) {
  const auto p = holm(std::vector<double>{0.01, 0.04, 0.03, 0.005});
  EXPECT_DOUBLE_EQ(p[3], 0.02);
  EXPECT_DOUBLE_EQ(p[0], 0.03);
  EXPECT_DOUBLE_EQ(p[2], 0.06);
  EXPECT_DOUBLE_EQ(p[1], 0.06);
  EXPECT_DOUBLE_EQ(holm(std::vector<double>{0.9, 0.8})[0], 1);
}

}  // namespace
}  // namespace cqs::harness
