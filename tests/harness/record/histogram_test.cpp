#include "harness/record/histogram.h"

#include <gtest/gtest.h>

namespace cqs::harness {
namespace {

TEST(histogram, of_no_values_is_empty) {
  const histogram h;
  EXPECT_EQ(h.total(), 0U);
  EXPECT_EQ(h.quantile(0.5), 0);
  EXPECT_TRUE(h.buckets().empty());
}

TEST(histogram, puts_every_value_into_a_narrow_bucket) {
  for (std::uint64_t value = 0; value < (std::uint64_t{1} << 62); value = value * 5 / 3 + 1) {
    histogram h;
    h.record(value);
    ASSERT_EQ(h.buckets().size(), 1U);
    const auto bucket = h.buckets().front();
    EXPECT_LE(bucket.from, value);
    EXPECT_GT(bucket.to, value);
    EXPECT_LE(static_cast<double>(bucket.to - bucket.from), 1 + static_cast<double>(value) / 32) << value;
  }
  histogram h;
  h.record(UINT64_MAX);
  EXPECT_EQ(h.buckets().size(), 1U);
}

TEST(histogram, knows_quantiles_to_three_percent) {
  histogram h;
  for (std::uint64_t i = 1; i <= 100'000; ++i) {
    h.record(i);
  }
  for (const double q : {0.001, 0.5, 0.9, 0.99, 0.999}) {
    EXPECT_NEAR(h.quantile(q), q * 100'000, 0.03 * q * 100'000 + 1) << q;
  }
  EXPECT_EQ(h.quantile(1), h.quantile(0.999999));
  EXPECT_EQ(h.max(), 100'000U);
  EXPECT_LE(h.quantile(1), 100'000);
}

TEST(histogram, merges_the_counts_of_threads) {
  histogram a;
  histogram b;
  a.record(10);
  b.record(10);
  b.record(1'000'000);
  a.merge(b);
  EXPECT_EQ(a.total(), 3U);
  EXPECT_EQ(a.max(), 1'000'000U);
  ASSERT_EQ(a.buckets().size(), 2U);
  EXPECT_EQ(a.buckets().front().count, 2U);
}

}  // namespace
}  // namespace cqs::harness
