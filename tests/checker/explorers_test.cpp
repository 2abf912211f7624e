// Random walk, PCT, replay and minimisation. Exploration is deterministic and respects its limits.

#include "exploring.h"
#include "orders.h"

#include <vector>

#include <checker/explore/minimise.h>
#include <checker/explore/pct.h>
#include <checker/explore/random_walk.h>

namespace cqs::check {
namespace {

struct counter {
  checked::atomic<int> value{0};
  checked::atomic<int> other{0};
};

/// Loses an update if another thread runs between the load and the store.
scenario_of<counter> lost_update(int threads = 3, int noise = 3) {
  scenario_of<counter> made("", "");
  for (int i = 0; i < threads; ++i) {
    made.thread([=](counter& c) {
      for (int n = 0; n < noise; ++n) {
        c.other.fetch_add(1, relaxed);
      }
      c.value.store(c.value.load(relaxed) + 1, relaxed);
    });
  }
  made.finally([=](counter& c) { require(c.value.load(relaxed) == threads, "an update is lost"); });
  return made;
}

TEST(random_walk, finds_shallow_bugs) {
  random_walk strategy(1);
  const auto toy = lost_update();
  const result found = explore(toy, strategy, sequential, {.schedules = 10'000});
  EXPECT_EQ(found.what.kind, violation_kind::assertion);
  EXPECT_EQ(retell(toy, sequential, found.trace).what.kind, violation_kind::assertion);
}

/// A bug of three ordering constraints: one step of b must interrupt thread a three times.
scenario_of<counter> deep_bug() {
  scenario_of<counter> made("", "");
  made.thread([](counter& c) {
        for (int i = 0; i < 12; ++i) {
          c.other.fetch_add(1, relaxed);
        }
        const int first = c.value.load(relaxed);
        const int second = c.value.load(relaxed);
        require(!(first == 0 && second == 1), "the other thread ran between two steps");
      })
      .thread([](counter& c) {
        for (int i = 0; i < 12; ++i) {
          c.other.fetch_add(1, relaxed);
        }
        c.value.store(1, relaxed);
        c.value.store(2, relaxed);
      });
  return made;
}

TEST(pct, finds_deep_bugs) {
  pct strategy(1, 3);
  const auto toy = deep_bug();
  const result found = explore(toy, strategy, sequential, {.schedules = 100'000});
  EXPECT_EQ(found.what.kind, violation_kind::assertion);
  EXPECT_EQ(retell(toy, sequential, found.trace).what.kind, violation_kind::assertion);
}

TEST(pct, accepts_the_corrected_program) {
  scenario_of<counter> right("", "");
  for (int i = 0; i < 3; ++i) {
    right.thread([](counter& c) { c.value.fetch_add(1, relaxed); });
  }
  right.finally([](counter& c) { require(c.value.load(relaxed) == 3, "an update is lost"); });
  pct strategy(1, 3);
  const result found = explore(right, strategy, sequential, {.schedules = 10'000});
  EXPECT_FALSE(found.what);
  EXPECT_EQ(found.schedules, 10'000U);
  EXPECT_FALSE(found.complete);
}

TEST(exploration, is_deterministic) {
  const auto toy = lost_update();
  const result first = explore_all(toy, sequential);
  const result second = explore_all(toy, sequential);
  EXPECT_EQ(first.schedules, second.schedules);
  EXPECT_EQ(to_string(first.trace), to_string(second.trace));
}

TEST(exploration, keeps_its_limits) {
  const auto toy = deep_bug();
  EXPECT_EQ(explore_all(toy, {.bound = 0}, {.schedules = 1}).schedules, 1U);
  scenario_of<counter> large("", "");
  for (int i = 0; i < 4; ++i) {
    large.thread([](counter& c) {
      for (int n = 0; n < 50; ++n) {
        c.value.fetch_add(1, relaxed);
      }
    });
  }
  const result found = explore_all(large, {.bound = 4}, {.seconds = 0.1});
  EXPECT_FALSE(found.complete);
  EXPECT_LT(found.seconds, 5.0);
}

TEST(replay, prints_every_step) {
  const auto toy = lost_update(2, 0);
  const retelling told = retell(toy, sequential, parse_trace("sc:abab"));
  EXPECT_EQ(told.what.kind, violation_kind::assertion);
  for (const char* const expected :
       {"   1  a  load(relaxed)", "   4  b  store(relaxed)", "0 -> 1", "explorers_test.cpp:"}) {
    EXPECT_NE(told.steps.find(expected), std::string::npos) << expected << " in\n" << told.steps;
  }
}

TEST(replay, continues_with_the_default_schedule_after_the_trace) {
  EXPECT_FALSE(retell(lost_update(2, 0), sequential, parse_trace("sc:")).what);
  EXPECT_TRUE(retell(lost_update(2, 0), sequential, parse_trace("sc:ab")).what);
}

TEST(replay, rejects_a_trace_that_does_not_fit) {
  EXPECT_EQ(retell(lost_update(2, 0), sequential, parse_trace("sc:a3")).what.kind, violation_kind::misuse);
  EXPECT_EQ(retell(lost_update(2, 0), sequential, parse_trace("sc:d")).what.kind, violation_kind::misuse);
  EXPECT_EQ(retell(lost_update(2, 0), sequential, parse_trace("sc:a~1")).what.kind, violation_kind::misuse);
}

std::size_t switches_in(const schedule& steps) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    count += static_cast<std::size_t>(steps[i].thread != steps[i - 1].thread);
  }
  return count;
}

TEST(minimisation, keeps_the_necessary_switches) {
  const auto toy = lost_update(3, 4);
  random_walk strategy(7);
  const result found = explore(toy, strategy, sequential, {.schedules = 10'000});
  ASSERT_TRUE(found.what);
  const result least = minimise(toy, sequential, found);
  EXPECT_EQ(least.what.message, found.what.message);
  EXPECT_EQ(retell(toy, sequential, least.trace).what.message, found.what.message);
  // One preemption between a load and its store; then the threads run to their ends.
  EXPECT_LT(switches_in(least.trace.steps), switches_in(found.trace.steps));
  EXPECT_EQ(switches_in(least.trace.steps), 3U) << to_string(least.trace);
}

TEST(minimisation, keeps_the_necessary_stale_reads) {
  struct world {
    checked::atomic<int> x{0};
    checked::atomic<int> y{0};
    int first = -1;
    int second = -1;
  };
  scenario_of<world> toy("", "");
  toy.thread([](world& w) {
       w.x.store(1, release);
       w.first = w.y.load(acquire);
     })
      .thread([](world& w) {
        w.y.store(1, release);
        w.second = w.x.load(acquire);
      })
      .finally(
          [](world& w) { require(w.first + w.second > 0, "neither thread saw the store of the other"); });
  random_walk strategy(3);
  const result found = explore(toy, strategy, weak, {.schedules = 10'000});
  ASSERT_TRUE(found.what);
  const result least = minimise(toy, weak, found);
  EXPECT_EQ(to_string(least.trace), "weak:a2bb~1");
}

}  // namespace
}  // namespace cqs::check
