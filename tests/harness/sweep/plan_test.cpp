#include "harness/sweep/plan.h"
#include "support/text.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "support/error.h"

namespace cqs::harness {
namespace {

std::vector<experiment> mutex_and_handoff() {
  experiment mutex{.name = "mutex", .summary = "", .operation = "", .axes = {"work"}};
  mutex.implementations = {{.name = "cqs.mutex", .origin = "", .waits_by = ""},
                           {.name = "std.mutex", .origin = "", .waits_by = "", .fixed = {{"kind", "plain"}}},
                           {.name = "old.mutex", .origin = "", .waits_by = "", .skipped = "not built"}};
  experiment handoff{.name = "handoff", .summary = "", .operation = "", .axes = {}, .threads = 2};
  handoff.implementations = {{.name = "cqs.mutex", .origin = "", .waits_by = ""}};
  return {mutex, handoff};
}

class plan_test : public testing::Test {
 protected:
  std::vector<planned_sample> plan(const plan_filter& filter, std::uint64_t seed = 1) const {
    return make_plan(_profile, _experiments, filter, _machine, seed);
  }
  static std::set<std::string> keys(const std::vector<planned_sample>& plan) {
    std::set<std::string> result;
    for (const auto& sample : plan) {
      result.insert(sample.key());
    }
    return result;
  }

  std::vector<experiment> _experiments = mutex_and_handoff();
  profile _profile = profile::parse(
      "mine", "processes = 3\n[mutex]\nwork = 1, 2\nthreads = 1, 2x\n[handoff]\nprocesses = 2\n",
      _experiments);
  support::topology _machine = support::topology::synthetic("pack:1 core:4 pu:1");
};

TEST_F(plan_test, has_every_cell_once_per_process) {
  const auto all = plan({});
  EXPECT_EQ(all.size(), 2U * 2 * 2 * 3 + 2 + 1);
  EXPECT_EQ(keys(all).size(), all.size());
  EXPECT_TRUE(keys(all).contains("mutex/impl:std.mutex/kind:plain/work:2/threads:8 @compact #2"));
  EXPECT_TRUE(keys(all).contains("handoff/impl:cqs.mutex/threads:2 @compact #1"));
}

TEST_F(plan_test, has_each_skipped_cell_once_and_first) {
  const auto all = plan({});
  EXPECT_TRUE(all.front().skipped());
  EXPECT_EQ(std::ranges::count_if(all, &planned_sample::skipped), 1);
}

TEST_F(plan_test, runs_in_rounds_of_different_orders) {
  const auto all = plan({});
  std::map<unsigned, std::vector<std::string>> rounds;
  unsigned before = 0;
  for (const auto& sample : all) {
    EXPECT_GE(sample.process, before);
    before = sample.process;
    if (sample.cell.experiment == "mutex" && !sample.skipped()) {
      rounds[sample.process].push_back(sample.cell.name());
    }
  }
  EXPECT_NE(rounds[0], rounds[1]);
  std::ranges::sort(rounds[0]);
  std::ranges::sort(rounds[1]);
  EXPECT_EQ(rounds[0], rounds[1]);
}

TEST_F(plan_test, is_the_same_for_the_same_seed) {
  const auto in_order = [](const std::vector<planned_sample>& plan) {
    std::vector<std::string> result;
    for (const auto& sample : plan) {
      result.push_back(sample.key());
    }
    return result;
  };
  EXPECT_EQ(in_order(plan({}, 5)), in_order(plan({}, 5)));
  EXPECT_NE(in_order(plan({}, 5)), in_order(plan({}, 6)));
}

TEST_F(plan_test, filters) {
  EXPECT_EQ(plan({.experiments = {"handoff"}}).size(), 2U);
  EXPECT_EQ(plan({.implementations = {"std.*"}}).size(), 2U * 2 * 3);
  EXPECT_EQ(
      plan({.experiments = {"mutex"}, .implementations = {"cqs.*"}, .threads = {7}, .processes = 1}).size(),
      2U);
  EXPECT_EQ(plan({.experiments = {"handoff"}, .placements = {"none", "scatter"}}).size(), 4U);
  // If the experiment fixes its threads, other numbers select nothing.
  EXPECT_THROW(plan({.experiments = {"handoff"}, .threads = {7}}), support::user_error);
}

TEST_F(plan_test, rejects_filters_that_match_nothing) {
  EXPECT_THROW(plan({.experiments = {"mutx"}}), support::user_error);
  EXPECT_THROW(plan({.implementations = {"boost.*"}}), support::user_error);
  EXPECT_THROW(plan({.threads = {0}}), support::user_error);
  EXPECT_THROW(plan({.placements = {"0,9"}}), support::user_error);
}

TEST_F(plan_test, leaves_out_what_the_profile_is_without_unless_asked_for) {
  const auto mine = profile::parse("mine", "without = std.*\n[mutex]\nwork = 1\nthreads = 1\nprocesses = 1\n",
                                   _experiments);
  const auto names = [&](const plan_filter& filter) {
    std::set<std::string> result;
    for (const auto& sample : make_plan(mine, _experiments, filter, _machine, 1)) {
      result.insert(sample.cell.implementation);
    }
    return result;
  };
  EXPECT_EQ(names({}), (std::set<std::string>{"cqs.mutex", "old.mutex"}));
  EXPECT_EQ(names({.implementations = {"std.mutex"}}), (std::set<std::string>{"std.mutex"}));
}

TEST_F(plan_test, estimates_grow_with_the_number_of_samples) {
  EXPECT_GT(estimated_time(plan({.sample_ms = 1000})), 2 * estimated_time(plan({.sample_ms = 100})));
  EXPECT_EQ(support::format_duration(std::chrono::seconds(59)), "59 s");
  EXPECT_EQ(support::format_duration(std::chrono::seconds(150)), "2 min 30 s");
  EXPECT_EQ(support::format_duration(std::chrono::seconds(7260)), "2 h 1 min");
}

}  // namespace
}  // namespace cqs::harness
