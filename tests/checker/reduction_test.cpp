// The reduction loses no outcome within any bound, and reduces the number of schedules.

#include "exploring.h"
#include "orders.h"

#include <functional>
#include <string>
#include <vector>

namespace cqs::check {
namespace {

struct words {
  checked::atomic<std::uint32_t> values[4];
  checked::plain<int> data;
  journal<int, 32> order;
};

/// A toy program, and the outcome that distinguishes its executions.
struct toy {
  std::string name;
  std::vector<std::function<void(words&)>> threads;
  bool in_weak_mode = false;
  std::uint32_t spurious = 0;
};

void lock(checked::atomic<std::uint32_t>& state) {
  std::uint32_t seen = 0;
  if (!state.compare_exchange_strong(seen, 1, acquire, relaxed)) {
    while (state.exchange(2, acquire) != 0) {
      checked::futex_wait(state, 2);
    }
  }
}

void unlock(checked::atomic<std::uint32_t>& state) {
  if (state.exchange(0, release) == 2) {
    checked::futex_wake_one(&state);
  }
}

std::vector<toy> toys() {
  const auto own_words = [](int thread) {
    return [=](words& w) {
      auto& own = w.values[thread];
      for (int i = 0; i < 3; ++i) {
        own.fetch_add(1, relaxed);
      }
      w.order.append(static_cast<int>(w.values[(thread + 1) % 3].load(relaxed)));
    };
  };
  const auto critical_section = [](int thread) {
    return [=](words& w) {
      lock(w.values[0]);
      w.order.append(thread);
      ++w.data.write();
      unlock(w.values[0]);
    };
  };
  const auto spinner = [](int thread) {
    return [=](words& w) {
      while (w.values[0].load(acquire) != static_cast<std::uint32_t>(thread)) {
        checked::pause();
      }
      w.order.append(thread + 10 * static_cast<int>(w.values[1].fetch_add(1, relaxed)));
      w.values[0].store(static_cast<std::uint32_t>(thread) + 1, release);
    };
  };
  const auto reader_and_writer = [](int thread) {
    return [=](words& w) {
      w.values[thread].store(1, relaxed);
      const std::uint32_t a = w.values[(thread + 1) % 2].load(relaxed);
      w.values[2].store(a + static_cast<std::uint32_t>(thread), relaxed);
      w.order.append(static_cast<int>(a + 10 * w.values[2].load(relaxed)));
    };
  };
  const auto timed = [](int thread) {
    return [=](words& w) {
      const auto deadline = checked::clock::now() + std::chrono::milliseconds(thread + 1);
      const bool woken = checked::futex_wait_until(w.values[0], 0, deadline);
      w.order.append(thread + (woken ? 10 : 0));
    };
  };
  const auto waker = [](words& w) {
    w.values[0].store(1, release);
    checked::futex_wake_one(&w.values[0]);
    w.order.append(99);
  };
  const auto bounded_spin = [](words& w) {
    for (int i = 0; i < 2; ++i) {
      if (w.values[0].load(acquire) != 0) {
        w.order.append(1);
        return;
      }
      checked::pause();
    }
    w.order.append(2);
    w.values[1].store(1, release);
  };
  return {
      {"independent words", {own_words(0), own_words(1), own_words(2)}},
      {"a futex mutex", {critical_section(0), critical_section(1), critical_section(2)}},
      {"a futex mutex with spurious wake-ups", {critical_section(0), critical_section(1)}, false, 1},
      {"threads that spin for each other", {spinner(0), spinner(1)}},
      {"store buffering", {reader_and_writer(0), reader_and_writer(1)}},
      {"store buffering on weak memory", {reader_and_writer(0), reader_and_writer(1)}, true},
      {"deadlines", {timed(0), timed(1), waker}},
      {"a bounded spin",
       {bounded_spin, [](words& w) { w.values[0].store(w.values[1].load(relaxed) + 1, release); }}},
  };
}

std::set<std::string> outcomes_of(const toy& toy, settings with, std::uint64_t& schedules) {
  static std::set<std::string> seen;
  seen.clear();
  with.weak = toy.in_weak_mode;
  with.spurious = toy.spurious;
  scenario_of<words> program(toy.name, "");
  for (const auto& body : toy.threads) {
    program.thread(body);
  }
  program.finally([](words& w) {
    std::string outcome;
    for (const int entry : w.order.entries()) {
      outcome += std::to_string(entry) + ",";
    }
    for (auto& word : w.values) {
      outcome += std::to_string(word.load(relaxed)) + ":";
    }
    seen.insert(outcome);
  });
  const result found = explore_all(program, with);
  EXPECT_TRUE(found.complete) << toy.name;
  EXPECT_FALSE(found.what) << toy.name << ": " << found.what.message;
  schedules = found.schedules;
  return seen;
}

TEST(reduction, keeps_every_outcome_within_every_bound) {
  for (const toy& each : toys()) {
    for (const std::uint32_t bound : {0U, 1U, 2U, 3U}) {
      std::uint64_t all = 0;
      std::uint64_t reduced = 0;
      const auto expected = outcomes_of(each, {.bound = bound, .reduction = false}, all);
      const auto seen = outcomes_of(each, {.bound = bound, .reduction = true}, reduced);
      EXPECT_EQ(seen, expected) << each.name << " with bound " << bound;
      EXPECT_FALSE(expected.empty());
      EXPECT_LE(reduced, all) << each.name << " with bound " << bound;
    }
  }
}

TEST(reduction, explores_independent_steps_once) {
  scenario_of<words> program("", "");
  for (int thread = 0; thread < 3; ++thread) {
    program.thread([=](words& w) {
      for (int i = 0; i < 3; ++i) {
        w.values[thread].fetch_add(1, relaxed);
      }
    });
  }
  // 9! / (3! 3! 3!) = 1680 orders of nine independent steps of three threads.
  const result all = explore_all(program, {.bound = 100, .reduction = false});
  EXPECT_EQ(all.schedules, 1680U);
  const result reduced = explore_all(program, {.bound = 100});
  EXPECT_LT(reduced.schedules, 300U);
  EXPECT_LE(reduced.states, 3U * 4U * 4U * 4U);
}

TEST(reduction, the_bound_counts_preemptions) {
  scenario_of<words> program("", "");
  for (int thread = 0; thread < 2; ++thread) {
    program.thread([](words& w) {
      w.values[0].fetch_add(1, relaxed);
      w.values[0].fetch_add(1, relaxed);
    });
  }
  // aabb bbaa | abba baab | abab baba, by preemptions; the end of a thread is no preemption.
  for (const auto& [bound, schedules] : {std::pair{0U, 2U}, {1U, 4U}, {2U, 6U}, {9U, 6U}}) {
    EXPECT_EQ(explore_all(program, {.bound = bound, .reduction = false}).schedules, schedules) << bound;
  }
}

}  // namespace
}  // namespace cqs::check
