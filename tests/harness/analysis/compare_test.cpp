#include "harness/analysis/compare.h"

#include <gtest/gtest.h>

#include "support/error.h"
#include "tests/harness/record/made_up_results.h"

namespace cqs::harness {
namespace {

const std::vector<double> hundred{99, 100, 101, 100.5, 99.5, 100.2, 99.8, 100.1};
const std::vector<double> more{109, 110, 111, 110.5, 109.5, 110.2, 109.8, 110.1};
const std::vector<double> a_little_more{101.09, 101.1, 101.11, 101.12, 101.13, 101.14, 101.15, 101.16};

made_up_results of(const std::vector<double>& times) {
  made_up_results all;
  all.add("mutex/impl:cqs.mutex/work:100/threads:2", times);
  all.add("mutex/impl:std.mutex/work:100/threads:2", hundred);
  return all;
}

TEST(compare, finds_what_became_slower_and_only_that) {
  const auto a = of(hundred).get();
  const auto b = of(more).get();
  const comparison result(a, b, {});
  ASSERT_EQ(result.lines().size(), 2U);
  EXPECT_EQ(result.count(comparison::verdict::slower), 1U);
  EXPECT_EQ(result.lines()[0].verdict, comparison::verdict::slower);
  EXPECT_NEAR(result.lines()[0].ratio, 1.1, 0.005);
  EXPECT_LT(result.lines()[0].bounds.low, 1.1);
  EXPECT_GT(result.lines()[0].bounds.low, 1.05);
  EXPECT_EQ(comparison(b, a, {}).count(comparison::verdict::faster), 1U);
}

TEST(compare, a_small_change_is_no_news_however_sure) {
  const auto a = of(hundred).get();
  const auto b = of(a_little_more).get();
  EXPECT_EQ(comparison(a, b, {}).count(comparison::verdict::slower), 0U);
  EXPECT_EQ(comparison(a, b, {.least_change = 0.001}).count(comparison::verdict::slower), 1U);
}

TEST(compare, tells_whether_implementations_stand_in_the_same_order) {
  const auto results = [](double first, double second, double third, double elsewhere) {
    made_up_results all;
    all.add("mutex/impl:a/work:100/threads:2", {first, first + 1, first + 2});
    all.add("mutex/impl:b/work:100/threads:2", {second, second + 1, second + 2});
    all.add("mutex/impl:c/work:100/threads:2", {third, third + 1, third + 2});
    all.add("mutex/impl:c/work:100/threads:4", {elsewhere});
    return all.get();
  };
  const auto a = results(10, 20, 30, 1);
  const auto turned = results(200, 100, 300, 1);
  EXPECT_EQ(comparison(a, turned, {}).order().pairs(), 3U) << "of one cell; threads:4 has none";
  EXPECT_EQ(comparison(a, turned, {}).order().kept(), 2U);
  const auto alike = results(100, 101, 300, 1);
  EXPECT_EQ(comparison(a, alike, {}).order().pairs(), 2U) << "two of them overlap";
  EXPECT_EQ(comparison(a, alike, {}).order().kept(), 2U);
  EXPECT_NE(comparison(a, turned, {}).text().find("of 3 pairs"), std::string::npos);
}

TEST(compare, refuses_different_machines_unless_forced) {
  const auto a = of(hundred).get("one");
  const auto b = of(more).get("two");
  EXPECT_THROW(comparison(a, b, {}), support::user_error);
  EXPECT_EQ(comparison(a, b, {.force = true}).count(comparison::verdict::slower), 1U);
}

TEST(compare, refuses_results_without_a_common_cell) {
  made_up_results other;
  other.add("mutex/impl:cqs.mutex/work:100/threads:4", hundred);
  const auto a = of(hundred).get();
  const auto b = other.get();
  EXPECT_THROW(comparison(a, b, {}), support::user_error);
  EXPECT_THROW(comparison(a, a, {.implementations = {"folly.*"}}), support::user_error);
}

}  // namespace
}  // namespace cqs::harness
