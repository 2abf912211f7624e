#include "plots/report/answer.h"
#include "plots/report/losses.h"

#include <gtest/gtest.h>

#include "tests/plots/made_up_sources.h"

namespace cqs::plots {

namespace {

harness::row row_of(const std::string& cell, bool fair, double time) {
  harness::row r;
  r.cell = harness::cell::parse(cell);
  r.fair = fair;
  r.measures["ns_per_op"] = time;
  return r;
}

/// With so many samples of each row that there are intervals.
harness::results results_of(const std::vector<harness::row>& rows, unsigned samples = 5) {
  std::vector<harness::row> all;
  for (harness::row each : rows) {
    for (each.process = 0; each.process < samples; ++each.process) {
      all.push_back(each);
    }
  }
  return {std::move(all), harness::made_up_results().get().fingerprint()};
}

TEST(Answer, HasNoVerdictWithoutAnInterval) {
  const std::vector<harness::row> rows{row_of("mutex/impl:cqs.mutex/work:1/threads:2", true, 10),
                                       row_of("mutex/impl:park.clh/work:1/threads:2", true, 20)};
  const auto few = results_of(rows, 4);
  EXPECT_FALSE(verdicts(few)[0].peers[0].ours_is_faster());
  EXPECT_DOUBLE_EQ(verdicts(few)[0].peers[0].times.mean, 2);
  const auto enough = results_of(rows, 5);
  EXPECT_TRUE(verdicts(enough)[0].peers[0].ours_is_faster());
}

TEST(answer, names_faster_and_slower_peers) {
  const auto results = results_of({row_of("mutex/impl:cqs.mutex/work:1/threads:2", true, 10),
                                   row_of("mutex/impl:cqs.mutex.sync.smart/work:1/threads:2", true, 1),
                                   row_of("mutex/impl:aqs.mutex.fair/work:1/threads:2", true, 40),
                                   row_of("mutex/impl:park.clh/work:1/threads:2", true, 20),
                                   row_of("mutex/impl:std.mutex/work:1/threads:2", false, 5),
                                   row_of("mutex/impl:control.empty/work:1/threads:2", false, 1)});
  const auto all = verdicts(results);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].ours, "cqs.mutex") << "the reference of the figure, not the fastest of ours";
  ASSERT_EQ(all[0].peers.size(), 3U) << "neither ours nor controls are peers";
  EXPECT_EQ(all[0].peers[0].name, "std.mutex");
  EXPECT_DOUBLE_EQ(all[0].peers[0].times.mean, 0.5);
  EXPECT_TRUE(all[0].peers[0].ours_is_slower());
  ASSERT_NE(all[0].fastest_as_fair(), nullptr);
  EXPECT_EQ(all[0].fastest_as_fair()->name, "park.clh");
  EXPECT_DOUBLE_EQ(all[0].fastest_as_fair()->times.mean, 2);
  EXPECT_TRUE(all[0].fastest_as_fair()->ours_is_faster());
}

TEST(answer, compares_an_unfair_implementation_with_all_peers) {
  const auto results = results_of({row_of("barrier/impl:cqs.barrier/work:1/threads:2", false, 10),
                                   row_of("barrier/impl:std.barrier/work:1/threads:2", false, 30)});
  const auto all = verdicts(results);
  ASSERT_EQ(all.size(), 1U);
  ASSERT_NE(all[0].fastest_as_fair(), nullptr);
  EXPECT_EQ(all[0].fastest_as_fair()->name, "std.barrier");
}

TEST(answer, judges_each_kind_of_primitive_separately) {
  const auto results =
      results_of({row_of("storm/impl:cqs.mutex/kind:mutex/aborted:1/threads:2", true, 10),
                  row_of("storm/impl:aqs.mutex.fair/kind:mutex/aborted:1/threads:2", true, 20),
                  row_of("storm/impl:cqs.pool.stack/kind:pool/aborted:1/threads:2", true, 10),
                  row_of("storm/impl:aqs.pool/kind:pool/aborted:1/threads:2", true, 5)});
  const auto all = verdicts(results);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].subject, "storm, mutex");
  EXPECT_EQ(all[1].subject, "storm, pool");
  EXPECT_EQ(all[1].ours, "cqs.pool.stack");
  EXPECT_TRUE(all[1].peers[0].ours_is_slower());
}

TEST(losses, name_the_cells_that_a_mean_hides) {
  const auto all = verdicts(results_of({row_of("mutex/impl:cqs.mutex/work:1/threads:1", true, 10),
                                        row_of("mutex/impl:cqs.mutex/work:1/threads:4", true, 10),
                                        row_of("mutex/impl:park.clh/work:1/threads:1", true, 40),
                                        row_of("mutex/impl:park.clh/work:1/threads:4", true, 8),
                                        row_of("mutex/impl:std.mutex/work:1/threads:1", false, 20),
                                        row_of("mutex/impl:std.mutex/work:1/threads:4", false, 5)}));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_TRUE(all[0].fastest_as_fair()->ours_is_faster()) << "in the mean";
  const auto losses = losses_of(all);
  ASSERT_EQ(losses.size(), 2U);
  EXPECT_EQ(losses[0].ours.name(), "mutex/impl:cqs.mutex/work:1/threads:4");
  EXPECT_EQ(losses[0].peer, "std.mutex");
  EXPECT_DOUBLE_EQ(losses[0].ratio, 0.5);
  EXPECT_EQ(losses[1].peer, "park.clh") << "the fastest that is as fair";
  EXPECT_EQ(cells_with_peers(all), 2U);
}

TEST(losses, need_an_interval) {
  EXPECT_TRUE(losses_of(verdicts(results_of({row_of("mutex/impl:cqs.mutex/work:1/threads:4", true, 10),
                                             row_of("mutex/impl:std.mutex/work:1/threads:4", false, 5)},
                                            4)))
                  .empty());
}

TEST(answer, does_not_exist_without_a_peer) {
  EXPECT_TRUE(verdicts(results_of({row_of("mutex/impl:cqs.mutex/work:1/threads:2", true, 10)})).empty());
}

}  // namespace

}  // namespace cqs::plots
