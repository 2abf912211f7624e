#include "harness/team/team_sample.h"
#include "harness/team/thread_team.h"

#include <atomic>
#include <cmath>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>
#include <sched.h>

#include "harness/record/sample.h"
#include "support/error.h"
#include "support/topology/topology.h"

namespace cqs::harness {
namespace {

using namespace std::chrono_literals;

TEST(team, tells_how_often_a_wait_was_overtaken) {
  order_record order;
  order.add(3, 3);
  EXPECT_EQ(order.overtaken, 0U) << "each of the others may be before it";
  order.add(5, 3);
  order_record other;
  other.add(9, 3);
  order.merge(other);
  EXPECT_EQ(order.looks, 3U);
  EXPECT_EQ(order.overtaken, 2U);
  EXPECT_EQ(order.most, 6U);

  // One thread waits while the other one goes on: that one overtakes.
  std::atomic<std::uint64_t> steps{0};
  std::atomic<bool> over{false};
  const auto result = thread_team({.threads = 2}).run_to_end([&](team_member& member) {
    if (member.index() == 1) {
      for (; !over; member.completed()) {
        ++steps;
        std::this_thread::yield();
      }
      return;
    }
    for (int i = 0; i < 64; ++i) {
      member.wait_in_order([&] {
        for (const auto until = steps + 5; steps < until;) {
          std::this_thread::yield();
        }
      });
      member.completed();
    }
    over = true;
  });
  EXPECT_GE(sample_of(result).get("overtaken_max"), 3);
}

TEST(team, runs_for_its_time_and_counts_for_each_thread) {
  const thread_team team({.threads = 3, .work_mean = 10});
  const auto begin = std::chrono::steady_clock::now();
  const auto result = team.run_for(30ms, [](team_member& member) {
    while (member.running()) {
      member.work();
      member.wait([] {});
      member.completed();
    }
  });
  ASSERT_EQ(result.operations.size(), 3U);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 37ms) << "with its warm-up";
  EXPECT_GT(result.span_ns, 0);
  EXPECT_LE(result.window_ns, result.span_ns);
  EXPECT_GT(result.total(), 100U);
  EXPECT_GT(result.waits.total(), 0U);
  EXPECT_LT(result.waits.total(), result.total());
}

TEST(team, begins_only_when_all_threads_have_arrived) {
  std::atomic<int> present{0};
  std::atomic<bool> early{false};
  const thread_team team({.threads = 4});
  for (int i = 0; i < 20; ++i) {
    present = 0;
    team.run_to_end([&](team_member& /*member*/) {
      ++present;
      // A thread here has passed the gate; all four do, without waiting for the end of another one.
      while (present.load() < 4) {
        sched_yield();
      }
    });
    early = early || present != 4;
  }
  EXPECT_FALSE(early);
}

// On a busy machine a thread may first run after the end of the time; others may still wait for it.
TEST(team, runs_a_late_thread_even_after_the_end_of_the_time) {
  const thread_team team({.threads = 8});
  for (int i = 0; i < 50; ++i) {
    std::atomic<int> present{0};
    team.run_for(0ns, [&](team_member& member) {
      ++present;
      member.completed();
    });
    ASSERT_EQ(present, 8);
  }
}

// A request for 1 ms on a busy machine still gives a sample.
TEST(team, continues_until_each_thread_has_an_operation) {
  const thread_team team({.threads = 2});
  const auto result = team.run_for(1ms, [](team_member& member) {
    while (member.running()) {
      std::this_thread::sleep_for(20ms);
      member.completed();
    }
  });
  EXPECT_GE(result.total(), 2U);
  EXPECT_GE(result.span_ns, 20e6);
}

TEST(team, ends_eventually_without_any_operation) {
  const thread_team team({.threads = 1});
  const auto result = team.run_for(1ms, [](team_member& member) {
    while (member.running()) {
      std::this_thread::sleep_for(1ms);
    }
  });
  EXPECT_EQ(result.total(), 0U);
  EXPECT_GE(result.span_ns, 1e6);
}

TEST(team, discards_its_warm_up) {
  const thread_team team({.threads = 2});
  std::atomic<std::uint64_t> early{0};
  std::atomic<std::uint64_t> late{0};
  const auto result = team.run_for(40ms, [&](team_member& member) {
    while (member.running()) {
      (member.measuring() ? late : early).fetch_add(1);
      member.record_wait(member.measuring() ? 1 : 1'000'000'000);
      member.completed();
    }
  });
  EXPECT_EQ(result.warm_up_ns, 10e6);
  EXPECT_GT(early, 2U);
  EXPECT_EQ(result.total(), early + late) << "checks need all operations";
  EXPECT_EQ(result.measured_total(), late);
  EXPECT_EQ(result.waits.total(), late);
  EXPECT_EQ(result.waits.max(), 1U) << "a wait of the warm-up was kept";
  EXPECT_EQ(sample_of(result).get("ops"), static_cast<double>(late));
  EXPECT_GT(result.usage.cpu_ns, 0U);
  EXPECT_LT(static_cast<double>(result.usage.cpu_ns), 2.2 * result.span_ns);
}

TEST(team, has_no_warm_up_if_the_body_counts_on_its_own) {
  const thread_team team({.threads = 2});
  const auto result = team.run_for(
      5ms,
      [](team_member& member) {
        while (member.running()) {
          member.completed();
        }
      },
      thread_team::warm_up::none);
  EXPECT_EQ(result.warm_up_ns, 0);
  EXPECT_EQ(result.measured_total(), result.total());
}

TEST(team, stretches_its_window_until_there_are_enough_operations_and_says_if_there_are_not) {
  const thread_team team({.threads = 1});
  const auto with_pauses = [&](std::chrono::microseconds pause) {
    return team.run_for(10ms, [=](team_member& member) {
      while (member.running()) {
        std::this_thread::sleep_for(pause);
        member.completed();
      }
    });
  };
  const auto begin = std::chrono::steady_clock::now();
  const auto slow = with_pauses(1ms);
  EXPECT_TRUE(slow.few_operations);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 40ms) << "four times the window";
  EXPECT_EQ(sample_of(slow).get("few_operations"), 1);
  const auto quick = thread_team({.threads = 1}).run_for(50ms, [](team_member& member) {
    while (member.running()) {
      member.completed();
    }
  });
  EXPECT_FALSE(quick.few_operations);
  EXPECT_TRUE(std::isnan(sample_of(quick).get("few_operations")));
}

TEST(team, puts_threads_where_they_belong) {
  const auto machine = support::topology::of_this_machine();
  std::vector<unsigned> cpus{machine.processors().back().os_index, machine.processors().front().os_index};
  const thread_team team({.threads = 2, .cpus = cpus});
  std::vector<int> seen(2, -1);
  team.run_to_end([&](team_member& member) { seen[member.index()] = sched_getcpu(); });
  EXPECT_EQ(seen[0], static_cast<int>(cpus[0]));
  EXPECT_EQ(seen[1], static_cast<int>(cpus[1]));
}

TEST(team, reports_an_offline_cpu) {
  const thread_team team({.threads = 2, .cpus = {0, 4000}});
  EXPECT_THROW(team.run_to_end([](team_member& /*member*/) {}), support::user_error);
}

TEST(team, rethrows_the_exception_of_a_thread) {
  const thread_team team({.threads = 2});
  const auto body = [](team_member& member) {
    if (member.index() == 1) {
      throw std::runtime_error("broken");
    }
    while (member.running()) {
    }
  };
  EXPECT_THROW(team.run_for(100ms, body), std::runtime_error);
}

TEST(team, counts_context_switches) {
  const thread_team team({.threads = 1});
  const auto result = team.run_to_end([](team_member& member) {
    for (int i = 0; i < 10; ++i) {
      std::this_thread::sleep_for(100us);
      member.completed();
    }
  });
  EXPECT_GE(result.usage.voluntary_switches, 10U);
}

TEST(team, members_share_no_cache_line) {
  EXPECT_EQ(alignof(team_member) % 128, 0U);
  EXPECT_EQ(sizeof(team_member) % 128, 0U);
}

TEST(sample, of_a_team_has_the_measures_of_a_row) {
  const thread_team team({.threads = 2});
  const auto result = team.run_for(10ms, [](team_member& member) {
    while (member.running()) {
      member.wait([] {});
      member.wait_or_abort([] { return false; });
      member.completed();
    }
  });
  const auto s = sample_of(result);
  EXPECT_TRUE(s.failure.empty());
  EXPECT_GT(s.ns_per_op, 0);
  for (const char* name :
       {"ops", "span_ns", "window_ns", "wait_p50_ns", "wait_p90_ns", "wait_p99_ns", "wait_p999_ns",
        "wait_max_ns", "abort_p50_ns", "jain", "voluntary_switches_per_op", "involuntary_switches_per_op"}) {
    EXPECT_GE(s.get(name), 0) << name;
  }
}

TEST(sample, of_a_team_without_operations_is_a_failure) {
  const thread_team team({.threads = 1});
  EXPECT_FALSE(sample_of(team.run_to_end([](team_member& /*member*/) {})).failure.empty());
}

}  // namespace
}  // namespace cqs::harness
