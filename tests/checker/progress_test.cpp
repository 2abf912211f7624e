// Fair cycles: what no fair scheduler can end is found, and what it ends is not.

#include <chrono>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <tests/checker/exploring.h>
#include <tests/checker/orders.h>

namespace cqs::check {
namespace {

struct flags {
  checked::atomic<std::uint32_t> first{0};
  checked::atomic<std::uint32_t> second{0};
};

void spin_for(const checked::atomic<std::uint32_t>& word) {
  while (word.load(acquire) == 0) {
    checked::yield();
  }
}

result expect_cycle(violation_kind kind, const program& toy, const settings& with = sequential) {
  result found = expect_violation(kind, toy, with);
  EXPECT_NE(found.what.message.find("a fair cycle"), std::string::npos) << found.what.message;
  return found;
}

TEST(progress, threads_that_spin_for_each_other) {
  scenario_of<flags> broken("", "");
  broken
      .thread([](flags& f) {
        spin_for(f.second);
        f.first.store(1, release);
      })
      .thread([](flags& f) {
        spin_for(f.first);
        f.second.store(1, release);
      });
  const result found = expect_cycle(violation_kind::livelock, broken);
  EXPECT_LT(found.steps, sequential.max_steps) << "the cycle is found at the limit of steps only";

  scenario_of<flags> right("", "");
  right
      .thread([](flags& f) {
        f.first.store(1, release);
        spin_for(f.second);
      })
      .thread([](flags& f) {
        spin_for(f.first);
        f.second.store(1, release);
      });
  expect_clean(right);
}

/// Waits until the word has a value that nobody gives it, and overwrites what the other thread has written.
void insist(checked::atomic<std::uint32_t>& word, std::uint32_t value) {
  while (word.load(acquire) != 3) {
    word.store(value, release);
    checked::yield();
  }
}

TEST(progress, threads_that_undo_each_others_writes) {
  scenario_of<flags> broken("", "");
  broken.thread([](flags& f) { insist(f.first, 1); }).thread([](flags& f) { insist(f.first, 2); });
  expect_cycle(violation_kind::livelock, broken);

  scenario_of<flags> right("", "");
  right.thread([](flags& f) { insist(f.first, 3); }).thread([](flags& f) { insist(f.first, 3); });
  expect_clean(right);
}

TEST(progress, a_sleeper_is_forgotten_while_another_spins) {
  const auto sleep = [](flags& f) {
    while (f.first.load(acquire) == 0) {
      checked::futex_wait(f.first, 0);
    }
    f.second.store(1, release);
  };
  scenario_of<flags> broken("", "");
  broken.thread(sleep).thread([](flags& f) {
    f.first.store(1, release);
    spin_for(f.second);
  });
  const result found = expect_cycle(violation_kind::lost_wakeup, broken);
  EXPECT_NE(found.what.message.find("thread a sleeps"), std::string::npos) << found.what.message;

  scenario_of<flags> right("", "");
  right.thread(sleep).thread([](flags& f) {
    f.first.store(1, release);
    checked::futex_wake_one(&f.first);
    spin_for(f.second);
  });
  expect_clean(right);
}

TEST(progress, a_cycle_without_a_thread_that_could_run_is_unfair) {
  // The first thread lets nobody run, so it is stopped at the limit of steps. A fair scheduler would run the second.
  scenario_of<flags> impolite("", "");
  impolite
      .thread([](flags& f) {
        while (f.first.load(acquire) == 0) {
        }
      })
      .thread([](flags& f) { f.first.store(1, release); });
  const result found = expect_violation(violation_kind::livelock, impolite);
  EXPECT_NE(found.what.message.find("has not ended after"), std::string::npos) << found.what.message;
}

constexpr settings soon_examined{.bound = 3, .search_cycles_after = 20};

TEST(progress, a_loop_that_counts_in_a_register_is_no_cycle) {
  scenario_of<flags> right("", "");
  right.thread([](flags& f) {
    for (int i = 0; i < 500 && f.first.load(acquire) == 0; ++i) {
      checked::yield();
    }
  });
  expect_clean(right, soon_examined);
}

TEST(progress, a_loop_that_counts_on_the_stack_is_no_cycle) {
  scenario_of<flags> right("", "");
  right.thread([](flags& f) {
    volatile int left = 500;
    while (left > 0 && f.first.load(acquire) == 0) {
      left = left - 1;
      checked::yield();
    }
  });
  expect_clean(right, soon_examined);
}

TEST(progress, a_loop_that_counts_in_an_atomic_is_no_cycle) {
  scenario_of<flags> right("", "");
  right.thread([](flags& f) {
    while (f.first.fetch_add(1, relaxed) < 500) {
      f.second.load(relaxed);
    }
  });
  expect_clean(right, soon_examined);
}

struct counted {
  checked::atomic<std::uint32_t> word{0};
  int left = 500;
};

TEST(progress, a_loop_that_counts_in_an_object_is_no_cycle) {
  scenario_of<counted> right("", "");
  right.thread([](counted& c) {
    while (c.left-- > 0) {
      c.word.load(relaxed);
    }
  });
  expect_clean(right, soon_examined);
}

TEST(progress, a_loop_until_a_deadline_is_no_cycle) {
  scenario_of<flags> right("", "");
  right.thread([](flags& f) {
    const auto end = checked::clock::now() + std::chrono::milliseconds(200);
    while (f.first.load(acquire) == 0 && checked::clock::now() < end) {
      checked::yield();
    }
  });
  expect_clean(right, soon_examined);
}

TEST(progress, weak_memory_shows_a_write_in_the_end) {
  settings weak_and_soon = weak;
  weak_and_soon.search_cycles_after = 5;
  scenario_of<flags> right("", "");
  right.thread([](flags& f) { spin_for(f.first); }).thread([](flags& f) { f.first.store(1, release); });
  expect_clean(right, weak_and_soon);
}

}  // namespace
}  // namespace cqs::check
