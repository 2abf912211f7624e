#include "harness/sweep/cluster/chunk.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace cqs::harness {
namespace {

/// `storm` has an implementation that is always skipped, and one that is skipped for one kind of abort.
std::vector<experiment> with_skipped_implementations() {
  experiment storm{.name = "storm", .summary = "", .operation = "", .axes = {"aborted"}};
  storm.implementations = {{.name = "cqs.mutex", .origin = "", .waits_by = "", .fixed = {{"by", "deadline"}}},
                           {.name = "cqs.mutex", .origin = "", .waits_by = "", .fixed = {{"by", "stop"}}},
                           {.name = "std.mutex", .origin = "", .waits_by = "", .fixed = {{"by", "deadline"}}},
                           {.name = "std.mutex",
                            .origin = "",
                            .waits_by = "",
                            .fixed = {{"by", "stop"}},
                            .skipped = "no stop tokens"},
                           {.name = "old.mutex", .origin = "", .waits_by = "", .skipped = "not built"}};
  return {storm};
}

class chunk_test : public testing::TestWithParam<chunking> {
 protected:
  std::vector<planned_sample> plan(const plan_filter& filter) const {
    return make_plan(_profile, _experiments, filter, _machine, 1);
  }
  std::vector<chunk> chunks(const plan_filter& filter) const {
    return chunks_of(plan(filter), _experiments, GetParam());
  }

  std::vector<experiment> _experiments = with_skipped_implementations();
  profile _profile =
      profile::parse("mine", "processes = 2\n[storm]\naborted = 0, 50\nthreads = 1, 2\n", _experiments);
  support::topology _machine = support::topology::synthetic("pack:1 core:4 pu:1");
};

TEST_P(chunk_test, every_measured_sample_is_in_one_chunk_and_every_skipped_one_in_at_least_one) {
  const auto all = chunks({});
  for (const planned_sample& sample : plan({})) {
    const auto count = std::ranges::count_if(all, [&](const chunk& each) { return each.contains(sample); });
    if (sample.skipped()) {
      EXPECT_GE(count, 1) << sample.key();
    } else {
      EXPECT_EQ(count, 1) << sample.key();
    }
  }
}

TEST_P(chunk_test, a_node_plans_what_the_chunk_contains) {
  const auto all = plan({});
  for (const chunk& each : chunks({})) {
    for (const planned_sample& sample : plan(each.narrow({}))) {
      EXPECT_TRUE(each.contains(sample)) << each.name() << ": " << sample.key();
    }
    const auto contained =
        std::ranges::count_if(all, [&](const auto& sample) { return each.contains(sample); });
    EXPECT_EQ(static_cast<std::size_t>(contained), plan(each.narrow({})).size()) << each.name();
  }
}

TEST_P(chunk_test, an_experiment_with_only_skipped_samples_is_one_chunk) {
  const auto all = chunks({.implementations = {"old.mutex"}});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(plan(all.front().narrow({.implementations = {"old.mutex"}})).size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(, chunk_test, testing::Values(chunking::by_point, chunking::by_implementation),
                         [](const auto& tested) {
                           return tested.param == chunking::by_point ? "by_point" : "by_implementation";
                         });

}  // namespace
}  // namespace cqs::harness
