#include "plots/draw/ticks.h"

#include <gtest/gtest.h>

namespace cqs::plots {

namespace {

using labels = std::vector<std::string>;

TEST(axis_ticks, show_the_unit) {
  EXPECT_EQ(written(1500, unit::nanoseconds), "1.5 µs");
  EXPECT_EQ(written(1e9, unit::nanoseconds), "1 s");
  EXPECT_EQ(written(20'000, unit::count), "20k");
  EXPECT_EQ(written(3e6, unit::bytes), "3 MB");
  EXPECT_EQ(written(50, unit::percent), "50 %");
  EXPECT_EQ(written(0, unit::count), "0");
}

TEST(axis_ticks, are_powers_of_ten_over_many_decades) {
  EXPECT_EQ(ticks::logarithmic(50, 20'000, unit::nanoseconds, 9).labels, (labels{"100 ns", "1 µs", "10 µs"}));
}

TEST(axis_ticks, are_finer_over_few_decades) {
  EXPECT_EQ(ticks::logarithmic(150, 600, unit::nanoseconds, 9).labels, (labels{"200 ns", "500 ns"}));
}

TEST(axis_ticks, exist_over_any_range) {
  EXPECT_GE(ticks::logarithmic(110, 120, unit::nanoseconds, 9).positions.size(), 2U);
  EXPECT_GE(ticks::logarithmic(100, 100.1, unit::nanoseconds, 9).positions.size(), 1U);
  EXPECT_GE(ticks::linear(5, 5, unit::count, 4).positions.size(), 1U);
}

TEST(axis_ticks, are_no_more_than_fit) {
  EXPECT_LE(ticks::logarithmic(1, 1e12, unit::nanoseconds, 4).positions.size(), 4U);
  EXPECT_LE(ticks::linear(0, 97, unit::percent, 5).positions.size(), 6U);
  EXPECT_EQ(ticks::at({1, 2, 4, 8, 16}, unit::count, 3).labels, (labels{"1", "4", "16"}));
}

TEST(axis_ticks, are_never_minus_zero) {
  EXPECT_EQ(ticks::linear(-0.0, 1, unit::share, 4).labels.front(), "0");
}

}  // namespace

}  // namespace cqs::plots
