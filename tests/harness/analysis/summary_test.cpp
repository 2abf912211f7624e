#include "harness/analysis/summary.h"

#include <cmath>

#include <gtest/gtest.h>

#include "harness/analysis/pair_ratio.h"
#include "harness/analysis/paper_claims.h"
#include "tests/harness/record/made_up_results.h"

namespace cqs::harness {
namespace {

std::vector<double> about(double value) {
  return {0.99 * value, 0.995 * value, value, 1.005 * value, 1.01 * value};
}

made_up_results abort_results() {
  made_up_results all;
  all.add("abort/impl:cqs.semaphore.async.smart/by:deadline/waiters:0/threads:1", about(100));
  all.add("abort/impl:cqs.semaphore.async.smart/by:deadline/waiters:1000/threads:1", about(100));
  all.add("abort/impl:aqs.semaphore.fair/by:deadline/waiters:0/threads:1", about(200));
  all.add("abort/impl:aqs.semaphore.fair/by:deadline/waiters:1000/threads:1", about(8000));
  return all;
}

TEST(summary, compares_the_papers_ratios_with_ours) {
  const auto results = abort_results().get();
  const std::string text = summarise(results);
  EXPECT_NE(text.find("| abort, empty queue | 1.9 | `aqs.semaphore.fair` | 2.00 ["), std::string::npos)
      << text;
  EXPECT_NE(text.find("| abort, 1 000 waiters | 65 | `aqs.semaphore.fair` | 80.00 ["), std::string::npos)
      << text;
  EXPECT_NE(text.find("| latch | up to 4 (introduction: up to 7) | - | not measured | - |"),
            std::string::npos)
      << text;
}

TEST(claims, stand_beside_what_was_simulated_and_measured) {
  made_up_results calmer;
  calmer.add("abort/impl:cqs.semaphore.async.smart/by:deadline/waiters:1000/threads:1", {100});
  calmer.add("abort/impl:aqs.semaphore.fair/by:deadline/waiters:1000/threads:1", {1700});
  const auto made_up = calmer.get();
  auto machine = made_up.fingerprint();
  machine["sweep"] = {{"simulated_on", "skylake-4s"}};
  const results simulated(made_up.rows(), machine);
  const std::string text = paper_claims(simulated, abort_results().get());
  EXPECT_NE(text.find("simulated on skylake-4s | measured on 2 processors"), std::string::npos) << text;
  EXPECT_NE(
      text.find("“and by 65x when the queue contains 1000 waiters” | 65 | `aqs.semaphore.fair` | 17.00"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("| same direction, another size | agrees |"), std::string::npos) << text;
  EXPECT_NE(text.find("| - | 2.00 ["), std::string::npos) << "measured only: " << text;
  EXPECT_NE(text.find("| up to 4 (introduction: up to 7) | - | - | - | not simulated | not measured |"),
            std::string::npos)
      << text;
}

TEST(summary, ratio_of_a_pair_is_the_geometric_mean_over_common_cells) {
  auto made_up = abort_results();
  made_up.add("abort/impl:aqs.semaphore.fair/by:deadline/waiters:10/threads:1", about(1));  // ours lacks it
  const auto results = made_up.get();
  const auto r = ratio_of(results, "abort", "cqs.semaphore.async.smart", "aqs.semaphore.fair");
  ASSERT_TRUE(r);
  EXPECT_EQ(r->points.size(), 2U);
  EXPECT_NEAR(r->mean, std::sqrt(2.0 * 80), 1e-9);
  ASSERT_TRUE(r->bounds);
  EXPECT_LE(r->bounds->low, r->mean);
  EXPECT_GE(r->bounds->high, r->mean);
  EXPECT_FALSE(ratio_of(results, "abort", "cqs.semaphore.async.smart", "no.such"));
}

TEST(summary, never_shows_the_median_of_a_bimodal_cell_without_its_modes) {
  auto made_up = abort_results();
  made_up.add("abort/impl:spin.two_modes/by:deadline/waiters:1000/threads:1", {500, 510, 505, 9000, 9100});
  made_up.add("abort/impl:spin.noisy/by:deadline/waiters:1000/threads:1", {400, 520, 460, 610, 700});
  const auto results = made_up.get();
  const std::string text = summarise(results);
  EXPECT_NE(text.find("| `spin.two_modes` | 505 (60 %), 9050 (40 %) † |"), std::string::npos) << text;
  EXPECT_NE(text.find("## Cells with more than one mode"), std::string::npos);
  EXPECT_NE(text.find("| 500, 505, 510, 9000, 9100 |"), std::string::npos) << text;
  EXPECT_NE(text.find("| `spin.two_modes` | 5.10 ["), std::string::npos) << text;
  EXPECT_NE(text.find("| `spin.noisy` | 520.0 |"), std::string::npos) << text;
}

TEST(summary, prints_no_interval_of_few_samples) {
  made_up_results few;
  few.add("mutex/impl:cqs.mutex/work:100/threads:2", {100, 101, 102});
  few.add("mutex/impl:std.mutex/work:100/threads:2", {200, 202, 204, 206});
  const auto results = few.get();
  const std::string text = summarise(results);
  EXPECT_NE(text.find("| `std.mutex` | 2.01 |"), std::string::npos) << text;
  EXPECT_NE(text.find("| `std.mutex` | 203.0 |  |"), std::string::npos) << text;
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

TEST(summary, of_no_rows_is_valid) {
  const auto results = made_up_results().get();
  EXPECT_NE(summarise(results).find("# Summary"), std::string::npos);
}

}  // namespace
}  // namespace cqs::harness
