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

TEST(compare, finds_only_the_cells_that_became_slower) {
  const auto a = of(hundred).get();
  const auto b = of(more).get();
  const comparison result(a, b, {});
  ASSERT_EQ(result.lines().size(), 2U);
  EXPECT_EQ(result.count(comparison::verdict::slower), 1U);
  EXPECT_EQ(result.lines()[0].verdict, comparison::verdict::slower);
  EXPECT_NEAR(result.lines()[0].ratio, 1.1, 0.005);
  ASSERT_TRUE(result.lines()[0].bounds);
  EXPECT_LT(result.lines()[0].bounds->low, 1.1);
  EXPECT_GT(result.lines()[0].bounds->low, 1.05);
  EXPECT_EQ(comparison(b, a, {}).count(comparison::verdict::faster), 1U);
}

TEST(compare, ignores_a_small_change_even_if_it_is_significant) {
  const auto a = of(hundred).get();
  const auto b = of(a_little_more).get();
  EXPECT_EQ(comparison(a, b, {}).count(comparison::verdict::slower), 0U);
  EXPECT_EQ(comparison(a, b, {.least_change = 0.001}).count(comparison::verdict::slower), 1U);
}

TEST(compare, reports_whether_implementations_rank_in_the_same_order) {
  const auto results = [](double first, double second, double third, double elsewhere) {
    made_up_results all;
    all.add("mutex/impl:a/work:100/threads:2", {first, first + 1, first + 2, first + 3, first + 4});
    all.add("mutex/impl:b/work:100/threads:2", {second, second + 1, second + 2, second + 3, second + 4});
    all.add("mutex/impl:c/work:100/threads:2", {third, third + 1, third + 2, third + 3, third + 4});
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

TEST(compare, finds_one_change_among_many_cells_of_five_samples) {
  made_up_results before;
  made_up_results after;
  for (int i = 0; i < 40; ++i) {
    const std::string cell = "mutex/impl:cqs.mutex/work:100/threads:" + std::to_string(i + 1);
    before.add(cell, {99, 100, 101, 100.5, 99.5 + 0.01 * i});
    after.add(cell, i == 7 ? std::vector<double>{109, 110, 111, 110.5, 109.5}
                           : std::vector<double>{99.2, 100.1, 100.9, 100.4, 99.6});
  }
  const auto a = before.get();
  const auto b = after.get();
  const comparison result(a, b, {});
  EXPECT_EQ(result.count(comparison::verdict::slower), 1U);
  EXPECT_EQ(result.text().find("so few samples"), std::string::npos);
}

TEST(compare, warns_of_cells_with_too_few_samples_even_if_others_have_enough) {
  const auto few = [] {
    auto all = of(hundred);
    all.add("mutex/impl:cqs.mutex/work:100/threads:4", {100, 101, 102});
    return all.get();
  };
  const auto a = few();
  const comparison result(a, a, {});
  EXPECT_NE(result.text().find("1 of 3 cells have so few samples"), std::string::npos) << result.text();
  EXPECT_FALSE(result.lines()[1].bounds) << "no interval of three samples";
}

TEST(compare, says_what_share_of_cells_repeats_if_the_commit_is_the_same) {
  const auto a = of(hundred).get();
  const auto b = of(more).get();
  EXPECT_EQ(comparison(a, a, {}).replicated().repeated, 2U);
  EXPECT_EQ(comparison(a, b, {}).replicated().repeated, 1U);
  EXPECT_NE(comparison(a, b, {}).text().find("of 2 cells with an interval, 1 (50 %) repeat"),
            std::string::npos)
      << comparison(a, b, {}).text();
  const auto other = of(more).get("", "another commit");
  EXPECT_EQ(comparison(a, other, {}).text().find("repeat"), std::string::npos);
}

TEST(compare, names_the_modes_of_a_bimodal_cell) {
  const auto a = of(hundred).get();
  const auto b = of({100, 101, 300, 99, 305, 102, 298, 100}).get();
  const std::string text = comparison(a, b, {}).text();
  EXPECT_NE(text.find("2 modes in B: 100 (62 %), 300 (38 %) ns"), std::string::npos) << text;
  EXPECT_EQ(text.find("in A"), text.find("in A:")) << text;
}

TEST(compare, refuses_different_machines_unless_forced) {
  const auto a = of(hundred).get("one");
  const auto b = of(more).get("two");
  EXPECT_THROW(comparison(a, b, {}), support::user_error);
  EXPECT_EQ(comparison(a, b, {.force = true}).count(comparison::verdict::slower), 1U);
}

TEST(compare, rejects_results_without_a_common_cell) {
  made_up_results other;
  other.add("mutex/impl:cqs.mutex/work:100/threads:4", hundred);
  const auto a = of(hundred).get();
  const auto b = other.get();
  EXPECT_THROW(comparison(a, b, {}), support::user_error);
  EXPECT_THROW(comparison(a, a, {.implementations = {"folly.*"}}), support::user_error);
}

}  // namespace
}  // namespace cqs::harness
