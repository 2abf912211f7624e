#include "harness/analysis/modes.h"

#include <cmath>
#include <functional>
#include <random>

#include <gtest/gtest.h>

namespace cqs::harness {
namespace {

using source = std::function<double(std::mt19937_64&)>;

/// In how many of a thousand cells of so many samples more than one mode is found.
int found(std::size_t samples, const source& draw) {
  std::mt19937_64 random(7);
  int count = 0;
  for (int i = 0; i < 1000; ++i) {
    std::vector<double> times(samples);
    for (double& t : times) {
      t = draw(random);
    }
    count += modes_of(times).size() > 1 ? 1 : 0;
  }
  return count;
}

double noise(std::mt19937_64& random, double deviation) {
  return std::exp(std::normal_distribution<double>(0, deviation)(random));
}

TEST(modes, two_groups_are_two_modes_with_their_shares) {
  const std::vector<double> times{534, 36425, 540, 36000, 530};
  const auto modes = modes_of(times);
  ASSERT_EQ(modes.size(), 2U);
  EXPECT_NEAR(modes[0].value, 534, 1);
  EXPECT_DOUBLE_EQ(modes[0].share, 0.6);
  EXPECT_NEAR(modes[1].value, 36212, 20);
  EXPECT_EQ(to_string(modes), "534 (60 %), 36212 (40 %)");
}

TEST(modes, a_lone_sample_far_away_is_a_mode_and_a_near_one_is_not) {
  EXPECT_EQ(modes_of(std::vector<double>{100, 101, 102, 103, 900}).size(), 2U);
  EXPECT_EQ(modes_of(std::vector<double>{100, 101, 102, 103, 150}).size(), 1U);
  EXPECT_EQ(modes_of(std::vector<double>{100, 100, 100}).size(), 1U);
  EXPECT_EQ(modes_of(std::vector<double>{100}).size(), 1U);
  EXPECT_TRUE(modes_of(std::vector<double>{}).empty());
}

TEST(modes, three_groups_are_three_modes) {
  EXPECT_EQ(modes_of(std::vector<double>{10, 10.1, 100, 101, 1000, 1010}).size(), 3U);
}

// A cell that is noisy but has one mode is almost never taken for a bimodal one: in less than 3 % of cells.
TEST(modes, noise_is_no_second_mode) {
  for (const std::size_t samples : {5U, 10U}) {
    EXPECT_LT(found(samples, [](auto& r) { return 100 * noise(r, 0.05); }), 5) << samples;
    EXPECT_LT(found(samples, [](auto& r) { return 100 * noise(r, 0.2); }), 30) << samples;
    EXPECT_LT(found(samples, [](auto& r) { return std::uniform_real_distribution<double>(80, 120)(r); }), 30)
        << samples;
    EXPECT_LT(found(samples, [](auto& r) { return 100 + std::exponential_distribution<double>(0.1)(r); }), 30)
        << samples;
  }
}

// Of five processes, all are in one mode in 17 % of cells where it has a share of 70 %: nobody can see the other then.
TEST(modes, a_bimodal_cell_is_found_whenever_both_modes_are_among_its_samples) {
  const auto bimodal = [](auto& r) {
    return (std::bernoulli_distribution(0.3)(r) ? 300 : 100) * noise(r, 0.03);
  };
  EXPECT_GT(found(5, bimodal), 780);
  EXPECT_GT(found(10, bimodal), 950);
}

std::vector<histogram::bucket> recorded(std::initializer_list<std::pair<double, int>> peaks) {
  std::mt19937_64 random(3);
  histogram all;
  for (const auto& [value, count] : peaks) {
    for (int i = 0; i < count; ++i) {
      all.record(static_cast<std::uint64_t>(value * noise(random, 0.4)));
    }
  }
  return all.buckets();
}

TEST(modes, of_a_histogram_are_its_peaks) {
  EXPECT_EQ(modes_of(recorded({{200, 1000}})).size(), 1U);
  EXPECT_EQ(modes_of(recorded({{200, 1000}, {50'000, 10}})).size(), 1U) << "1 % is no mode";
  const auto two = modes_of(recorded({{200, 750}, {50'000, 250}}));
  ASSERT_EQ(two.size(), 2U);
  EXPECT_NEAR(std::log2(two[0].value), std::log2(200), 0.5);
  EXPECT_NEAR(std::log2(two[1].value), std::log2(50'000), 0.5);
  EXPECT_NEAR(two[1].share, 0.25, 0.01);
  EXPECT_TRUE(modes_of(std::vector<histogram::bucket>{}).empty());
}

}  // namespace
}  // namespace cqs::harness
