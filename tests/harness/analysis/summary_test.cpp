#include "harness/analysis/summary.h"

#include <cmath>

#include <gtest/gtest.h>

#include "harness/analysis/pair_ratio.h"
#include "tests/harness/record/made_up_results.h"

namespace cqs::harness {
namespace {

std::vector<double> about(double value) {
  return {0.99 * value, value, 1.01 * value};
}

made_up_results abort_results() {
  made_up_results all;
  all.add("abort/impl:cqs.semaphore.async.smart/by:deadline/waiters:0/threads:1", about(100));
  all.add("abort/impl:cqs.semaphore.async.smart/by:deadline/waiters:1000/threads:1", about(100));
  all.add("abort/impl:aqs.semaphore.fair/by:deadline/waiters:0/threads:1", about(200));
  all.add("abort/impl:aqs.semaphore.fair/by:deadline/waiters:1000/threads:1", about(8000));
  return all;
}

TEST(summary, sets_the_papers_ratios_beside_ours) {
  const auto results = abort_results().get();
  const std::string text = summarise(results);
  EXPECT_NE(text.find("| abort, empty queue | 1.9 | `aqs.semaphore.fair` | 2.00 ["), std::string::npos)
      << text;
  EXPECT_NE(text.find("| abort, 1 000 waiters | 65 | `aqs.semaphore.fair` | 80.00 ["), std::string::npos)
      << text;
  EXPECT_NE(text.find("| latch | up to 4 | - | not measured | - |"), std::string::npos) << text;
}

TEST(summary, ratio_of_a_pair_is_the_geometric_mean_over_common_cells) {
  auto made_up = abort_results();
  made_up.add("abort/impl:aqs.semaphore.fair/by:deadline/waiters:10/threads:1", about(1));  // ours lacks it
  const auto results = made_up.get();
  const auto r = ratio_of(results, "abort", "cqs.semaphore.async.smart", "aqs.semaphore.fair");
  ASSERT_TRUE(r);
  EXPECT_EQ(r->points.size(), 2U);
  EXPECT_NEAR(r->mean, std::sqrt(2.0 * 80), 1e-9);
  EXPECT_LE(r->bounds.low, r->mean);
  EXPECT_GE(r->bounds.high, r->mean);
  EXPECT_FALSE(ratio_of(results, "abort", "cqs.semaphore.async.smart", "no.such"));
}

TEST(summary, tells_what_failed_hung_and_was_skipped_and_why) {
  auto made_up = abort_results();
  made_up.add("storm/impl:cqs.mutex/kind:mutex/threads:4", status::failed,
              "permits at the end: 2 instead of 1");
  made_up.add("storm/impl:spin.clh/kind:mutex/threads:4", status::timeout, "not done after 20 s");
  made_up.add("storm/impl:std.mutex/kind:mutex", status::skipped, "its waits cannot be aborted");
  const auto results = made_up.get();
  const std::string text = summarise(results);
  for (const char* part : {"## Failed", "permits at the end", "## Timed out", "not done after", "## Skipped",
                           "its waits cannot be aborted", "## Warnings", "Remedy: "}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
}

TEST(summary, of_nothing_is_still_one) {
  const auto results = made_up_results().get();
  EXPECT_NE(summarise(results).find("# Summary"), std::string::npos);
}

}  // namespace
}  // namespace cqs::harness
