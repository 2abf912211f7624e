// Whole cells on simulated machines.

#include <string>

#include <gtest/gtest.h>

#include "cells.h"

namespace cqs::simulator::tests {
namespace {

TEST(a_simulated_cell, is_the_same_bit_for_bit_every_time) {
  for (const char* cell :
       {"mutex/impl:cqs.mutex/work:100/threads:144", "mutex/impl:aqs.mutex.unfair/work:100/threads:40",
        "semaphore/impl:cqs.semaphore.sync.smart/permits:16/work:100/threads:72",
        "pool/impl:cqs.pool.stack/elements:8/work:100/threads:30",
        "barrier/impl:cqs.barrier/work:100/threads:36", "latch/impl:aqs.latch/work:50/threads:20",
        "storm/impl:cqs.mutex/kind:mutex/by:deadline/aborted:50/work:100/threads:20"}) {
    const auto once = simulate_cell("skylake-4s", cell);
    const auto again = simulate_cell("skylake-4s", cell);
    EXPECT_EQ(once.failure, "");
    EXPECT_EQ(once.ns_per_op, again.ns_per_op) << cell;
    EXPECT_EQ(once.measures, again.measures) << cell;
    EXPECT_NE(once.ns_per_op, simulate_cell("skylake-4s", cell, 2).ns_per_op) << "the seed has no effect";
  }
}

TEST(a_simulated_cell, passes_the_checks_of_its_experiment) {
  for (const char* machine : {"skylake-4s", "epyc-2s"}) {
    for (const char* cell :
         {"mutex/impl:cqs.mutex/work:10/threads:300",
          "mutex/impl:spin.mcs/work:10/threads:7",
          "mutex/impl:spin.ticket/work:10/threads:50",
          "mutex/impl:spin.clh.abortable/work:10/threads:50",
          "mutex/impl:park.clh/work:10/threads:200",
          "mutex/impl:aqs.mutex.fair/work:10/threads:200",
          "semaphore/impl:cqs.semaphore.async.simple/permits:4/work:10/threads:200",
          "semaphore/impl:aqs.semaphore.fair/permits:4/work:10/threads:20",
          "pool/impl:cqs.pool.queue/elements:4/work:10/threads:200",
          "pool/impl:aqs.pool.linked/elements:4/work:10/threads:20",
          "barrier/impl:spin.counter/work:10/threads:128",
          "barrier/impl:aqs.barrier/work:10/threads:9",
          "latch/impl:cqs.latch/work:10/threads:128",
          "abort/impl:aqs.semaphore.fair/by:deadline/waiters:10/threads:1",
          "abort/impl:cqs.semaphore.async.smart/by:request/waiters:10/threads:1",
          "handoff/impl:cqs.mutex/kind:mutex/threads:2",
          "handoff/impl:limit.futex/kind:semaphore/threads:2",
          "wakeup/impl:cqs.latch/waiters:8/threads:1",
          "tuning/impl:cqs.semaphore/segment:64/spin_ns:80000/permits:2/work:10/threads:4",
          "release_after_aborts/impl:cqs.semaphore.async.simple/here:1/aborted:100/threads:1"}) {
      const auto sample = simulate_cell(machine, cell);
      EXPECT_EQ(sample.failure, "") << cell;
      EXPECT_GT(sample.ns_per_op, 0) << cell;
    }
  }
}

TEST(a_simulated_storm, aborts_its_share_of_the_waits) {
  for (const char* cell :
       {"mutex/impl:cqs.mutex", "mutex/impl:aqs.mutex.fair", "mutex/impl:spin.clh.abortable",
        "semaphore/impl:cqs.semaphore.sync.smart", "pool/impl:cqs.pool.stack", "barrier/impl:cqs.barrier"}) {
    const std::string name(cell);
    const auto slash = name.find('/');
    const auto sample =
        simulate_cell("skylake-4s", "storm/" + name.substr(slash + 1) + "/kind:" + name.substr(0, slash) +
                                        "/by:deadline/aborted:50/work:100/threads:36");
    EXPECT_EQ(sample.failure, "") << cell;
    EXPECT_GT(sample.get("abort_share"), 0.3) << cell;
    EXPECT_LT(sample.get("abort_share"), 0.6) << cell;
    EXPECT_GT(sample.get("abort_p50_ns"), 0) << cell;
  }
}

TEST(a_simulated_release, is_as_fast_after_aborts_in_its_queue_as_in_another) {
  const auto release = [](const char* implementation, const char* here, const char* aborted) {
    return simulate_cell("skylake-4s", std::string("release_after_aborts/impl:") + implementation +
                                           "/here:" + here + "/aborted:" + aborted + "/threads:1")
        .ns_per_op;
  };
  EXPECT_LT(release("cqs.semaphore.async.smart", "1", "1000"),
            3 * release("cqs.semaphore.async.smart", "0", "1000"));
  EXPECT_GT(release("cqs.semaphore.async.simple", "1", "1000"),
            10 * release("cqs.semaphore.async.simple", "0", "1000"))
      << "simple cancellation resumes each aborted waiter";
}

TEST(a_semaphore_with_permits_for_all, moves_one_line_to_acquire_and_one_to_release) {
  for (const char* threads : {"2", "18", "64"}) {
    const auto sample = simulate_cell(
        "skylake-4s",
        std::string("semaphore/impl:cqs.semaphore.async.smart/permits:64/work:100/threads:") + threads);
    EXPECT_LE(sample.get("transfers_per_op"), 2);
    for (const auto& line : sample.lines) {
      EXPECT_LE(line.transfers_per_op, 1) << line.site;
    }
  }
}

TEST(a_simulated_cell, reports_the_transferred_lines) {
  const auto sample = simulate_cell("skylake-4s", "latch/impl:cqs.latch/work:50/threads:36");
  ASSERT_FALSE(sample.lines.empty());
  EXPECT_EQ(sample.lines.front().object, "object+0");
  EXPECT_EQ(sample.lines.front().site.substr(0, 8), "latch.h:");
  EXPECT_EQ(sample.lines.front().access, "rmw");
}

}  // namespace
}  // namespace cqs::simulator::tests
