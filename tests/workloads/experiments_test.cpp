#include "workloads/experiments.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "harness/analysis/claim.h"
#include "harness/record/implementation.h"
#include "support/text.h"

namespace cqs::workloads {
namespace {

using harness::cell;
using harness::experiment;
using harness::implementation;

const std::vector<experiment>& all() {
  static const std::vector<experiment> experiments = all_experiments();
  return experiments;
}

/// A small cell of the experiment: few waiters, little work.
cell small_cell(const experiment& e, const implementation& c) {
  cell result{e.name, c.name, c.fixed, e.threads.value_or(2)};
  for (const harness::axis& axis : e.axes) {
    const std::string value = axis.name == "aborted" || axis.name == "reads" ? "50"
                              : axis.name == "waiters"                       ? "3"
                              : axis.name == "deadline_us"                   ? "50000"
                              : axis.name == "load"                          ? "100"
                              : axis.name == "backend_us"                    ? "50"
                              : axis.name == "program"                       ? "kccachetest"
                                                                             : "2";
    result.parameters.push_back({axis.name, value});
  }
  return result;
}

TEST(experiments, of_the_table_all_exist) {
  std::set<std::string> names;
  for (const experiment& e : all()) {
    names.insert(e.name);
    EXPECT_FALSE(e.summary.empty()) << e.name;
    EXPECT_FALSE(e.operation.empty()) << e.name;
  }
  for (const char* name : {"barrier", "latch", "mutex", "semaphore", "pool", "abort", "storm", "service",
                           "handoff", "wakeup", "uncontended", "readers_writer", "release_after_aborts",
                           "applications", "notifier", "transactions", "cowns", "executor"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

TEST(experiments, the_claims_of_the_paper_name_implementations_that_exist) {
  EXPECT_FALSE(harness::claim::of_paper().empty());
  for (const harness::claim& claim : harness::claim::of_paper()) {
    const auto& implementations = find_experiment(all(), claim.experiment).implementations;
    const auto exists = [&implementations](const std::string& pattern) {
      return std::ranges::any_of(implementations,
                                 [&](const auto& i) { return support::matches(pattern, i.name); });
    };
    EXPECT_TRUE(exists(claim.ours)) << claim.text << ": " << claim.ours;
    EXPECT_FALSE(claim.peers.empty()) << claim.text;
    for (const std::string& peer : claim.peers) {
      EXPECT_TRUE(exists(peer)) << claim.text << ": " << peer;
    }
  }
}

TEST(experiments, cells_have_unique_names) {
  std::set<std::string> names;
  for (const experiment& e : all()) {
    for (const implementation& c : e.implementations) {
      const cell cell = small_cell(e, c);
      EXPECT_TRUE(names.insert(cell.name()).second) << cell.name();
      EXPECT_EQ(cell::parse(cell.name()), cell);
      EXPECT_EQ(&find_implementation(all(), cell), &c) << cell.name();
      EXPECT_TRUE(c.run || !c.skipped.empty()) << cell.name();
    }
  }
}

TEST(experiments, each_comparison_has_ours_and_peers) {
  for (const experiment& e : all()) {
    EXPECT_TRUE(std::ranges::any_of(e.implementations, [](const implementation& c) {
      return harness::is_ours(c.name) && c.skipped.empty();
    })) << e.name;
    EXPECT_TRUE(std::ranges::any_of(e.implementations, [](const implementation& c) {
      return !harness::is_ours(c.name);
    })) << e.name;
  }
}

TEST(experiments, an_implementation_without_a_capability_is_skipped_with_a_reason) {
  for (const experiment& e : all()) {
    for (const implementation& c : e.implementations) {
      if (e.name == "storm" && c.name == "std.mutex") {
        EXPECT_EQ(c.skipped.substr(0, 27), "its waits cannot be aborted");
      }
    }
  }
}

/// A moment is enough, unless the machine is busy: then a longer sample.
harness::sample brief_sample(const implementation& c, const cell& cell) {
  harness::sample sample;
  for (std::chrono::milliseconds window{2}; window < std::chrono::seconds(4) && !(sample.get("ops") > 0);
       window *= 4) {
    sample = c.run({.cell = cell, .window = window});
  }
  return sample;
}

harness::sample sample_of(const std::string& name) {
  const cell wanted = cell::parse(name);
  return brief_sample(find_implementation(all(), wanted), wanted);
}

TEST(experiments, count_futex_calls_where_they_are_made_through_the_platform) {
  const auto bare = sample_of("handoff/impl:limit.futex/kind:semaphore/threads:2");
  EXPECT_GE(bare.get("futex_calls_per_op"), 1) << "each hand-off wakes";
  EXPECT_TRUE(
      std::isnan(sample_of("handoff/impl:posix.sem/kind:semaphore/threads:2").get("futex_calls_per_op")))
      << "nobody counts those of a library";
  const auto spinning = sample_of("mutex/impl:aqs.mutex.fair.spinning/work:2/threads:2");
  EXPECT_EQ(spinning.get("futex_calls_per_op"), 0);
}

TEST(experiments, hand_over_to_a_thread_that_the_kernel_says_is_asleep) {
  EXPECT_GT(sample_of("handoff/impl:cqs.mutex.parking_at_once/kind:mutex/threads:2").get("asleep_share"),
            0.5);
  EXPECT_EQ(sample_of("handoff/impl:spin.ticket/kind:mutex/threads:2").get("asleep_share"), 0);
}

TEST(experiments, a_phase_of_a_barrier_counts_for_all_threads) {
  const auto sample = sample_of("barrier/impl:cqs.barrier.parking_at_once/work:2/threads:2");
  EXPECT_GT(sample.get("cpu_ns_per_op"), 0);
  EXPECT_LE(sample.get("cpu_ns_per_op"), 2.5 * sample.ns_per_op) << "two threads for the length of a phase";
}

class each_experiment : public testing::TestWithParam<std::size_t> {};

TEST_P(each_experiment, runs_with_every_implementation_and_keeps_its_invariants) {
  const experiment& e = all()[GetParam()];
  for (const implementation& c : e.implementations) {
    // Starting a JVM takes a second: peers.jvm and workloads.jvm run its cells. Programs may be missing:
    // workloads.applications runs them.
    if (!c.skipped.empty() || c.name.starts_with("jvm.") || e.name == "applications") {
      continue;
    }
    cell cell = small_cell(e, c);
    auto sample = brief_sample(c, cell);
    if (!sample.skipped.empty()) {  // some cells exist only with one thread
      cell.threads = 1;
      sample = brief_sample(c, cell);
    }
    SCOPED_TRACE(cell.name());
    EXPECT_EQ(sample.failure, "");
    EXPECT_EQ(sample.skipped, "");
    EXPECT_GT(sample.ns_per_op, 0);
    EXPECT_GT(sample.get("ops"), 0);
    for (const auto& [name, value] : sample.measures) {
      EXPECT_TRUE(std::isfinite(value) && value >= 0) << name << ": " << value;
      if (name.ends_with("_ns")) {  // a clock read in the wrong order gives centuries
        EXPECT_LT(value, 1e12) << name;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(of, each_experiment, testing::Range(std::size_t{0}, all().size()),
                         [](const auto& chosen) { return all()[chosen.param].name; });

}  // namespace
}  // namespace cqs::workloads
