#include "harness/team/geometric_work.h"

#include <chrono>
#include <cmath>

#include <gtest/gtest.h>

namespace cqs::harness {
namespace {

class geometric_work_of : public testing::TestWithParam<std::uint64_t> {};

// Mean m and variance m² − m. With n draws, the error of the mean has the deviation sqrt(variance / n), and
// that of the variance about variance · sqrt(8 / n): the fourth moment of a geometric distribution is nine
// times its variance squared.
TEST_P(geometric_work_of, has_the_mean_and_variance_of_its_distribution) {
  constexpr double n = 200'000;
  const auto mean = static_cast<double>(GetParam());
  geometric_work work(GetParam(), 42);
  double sum = 0;
  double squares = 0;
  std::uint64_t least = UINT64_MAX;
  for (int i = 0; i < static_cast<int>(n); ++i) {
    const auto x = work.count();
    least = std::min(least, x);
    sum += static_cast<double>(x);
    squares += static_cast<double>(x) * static_cast<double>(x);
  }
  const double variance = mean * mean - mean;
  EXPECT_EQ(least, 1U);
  EXPECT_NEAR(sum / n, mean, 5 * std::sqrt(variance / n) + 1e-9);
  EXPECT_NEAR(squares / n - (sum / n) * (sum / n), variance, 5 * variance * std::sqrt(8 / n) + 1e-9);
}

INSTANTIATE_TEST_SUITE_P(means, geometric_work_of, testing::Values(1, 2, 50, 100, 1000));

TEST(geometric_work, of_mean_zero_does_nothing) {
  geometric_work work(0);
  work();
  EXPECT_EQ(work.count(), 0U);
}

TEST(geometric_work, threads_of_a_team_draw_different_numbers) {
  geometric_work one(100, 1);
  geometric_work two(100, 2);
  int alike = 0;
  for (int i = 0; i < 1000; ++i) {
    alike += one.count() == two.count() ? 1 : 0;
  }
  EXPECT_LT(alike, 50);
}

TEST(geometric_work, chances_have_their_probability) {
  geometric_work work(100, 7);
  int hits = 0;
  for (int i = 0; i < 100'000; ++i) {
    hits += work.chance(0.1) ? 1 : 0;
  }
  EXPECT_NEAR(hits, 10'000, 500);
  EXPECT_FALSE(work.chance(0));
  EXPECT_TRUE(work.chance(1));
}

// If the compiler removed the work, a call would take a few nanoseconds with any mean.
TEST(geometric_work, takes_time_that_grows_with_its_mean) {
  const double hundred = calibrate_work(100);
  const double ten_thousand = calibrate_work(10'000);
  EXPECT_GT(hundred, 20);
  EXPECT_GT(ten_thousand, 20 * hundred);
  EXPECT_EQ(calibrate_work(0), 0);
}

}  // namespace
}  // namespace cqs::harness
