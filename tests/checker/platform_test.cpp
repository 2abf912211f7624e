// The rest of the platform: time, memory, sleeping, pausing, and use outside executions.

#include "exploring.h"
#include "orders.h"

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <vector>

#include <checker/allocator.h>

namespace cqs::check {
namespace {

using std::chrono::milliseconds;

struct sleepers {
  checked::atomic<std::uint32_t> word{0};
  journal<int> order;
};

/// The possible orders of the journal's entries.
std::set<std::vector<int>> orders_of(scenario_of<sleepers>& toy, const settings& with = sequential) {
  static std::set<std::vector<int>> seen;
  seen.clear();
  toy.finally([](sleepers& w) { seen.insert({w.order.entries().begin(), w.order.entries().end()}); });
  expect_clean(toy, with);
  return seen;
}

TEST(platform, a_deadline_is_a_choice_of_the_scheduler) {
  scenario_of<sleepers> toy("", "");
  toy.thread([](sleepers& w) {
       const auto deadline = checked::clock::now() + milliseconds(5);
       const bool woken = checked::futex_wait_until(w.word, 0, deadline);
       require(woken || checked::clock::now() >= deadline, "timed out before the deadline");
       w.order.append(woken ? 1 : 0);
     })
      .thread([](sleepers& w) {
        w.word.store(1, release);
        checked::futex_wake_one(&w.word);
      });
  EXPECT_EQ(orders_of(toy), (std::set<std::vector<int>>{{0}, {1}}));
}

TEST(platform, deadlines_pass_in_order) {
  scenario_of<sleepers> toy("", "");
  for (const int after : {3, 1, 2}) {
    toy.thread([=](sleepers& w) {
      const checked::clock::time_point deadline(std::chrono::seconds(1) + milliseconds(after));
      checked::futex_wait_until(w.word, 0, deadline);
      require(checked::clock::now() >= deadline, "timed out before the deadline");
      w.order.append(after);
    });
  }
  // Once all three sleep, this is the only order. A late thread does not sleep.
  EXPECT_EQ(orders_of(toy, {.bound = 0}).count({1, 2, 3}), 1U);
  const violation early = retell(toy, sequential, parse_trace("sc:abca")).what;
  EXPECT_EQ(early.kind, violation_kind::misuse) << "b has the first deadline, not a";
}

TEST(platform, a_deadline_in_the_past_does_not_sleep) {
  scenario_of<sleepers> toy("", "");
  toy.thread([](sleepers& w) {
    require(!checked::futex_wait_until(w.word, 0, checked::clock::now()),
            "slept although the deadline had passed");
    require(checked::futex_wait_until(w.word, 1, checked::clock::now()), "slept although the value differed");
  });
  expect_clean(toy);
}

TEST(platform, polling_for_a_deadline_ends) {
  scenario_of<sleepers> toy("", "");
  toy.thread([](sleepers&) {
    const auto deadline = checked::clock::now() + milliseconds(5);
    while (checked::clock::now() < deadline) {
      checked::pause();
    }
  });
  expect_clean(toy);
}

TEST(platform, any_of_several_sleepers_may_be_woken) {
  scenario_of<sleepers> toy("", "");
  for (int i = 0; i < 2; ++i) {
    toy.thread([=](sleepers& w) {
      if (w.word.load(relaxed) == 0) {
        checked::futex_wait(w.word, 0);
        w.order.append(i);
      }
    });
  }
  toy.thread([](sleepers& w) {
    checked::futex_wake_one(&w.word);
    checked::futex_wake_one(&w.word);
    w.word.store(1, relaxed);
    checked::futex_wake_one(&w.word);
    checked::futex_wake_one(&w.word);
  });
  const auto seen = orders_of(toy);
  EXPECT_TRUE(seen.count({0, 1}) != 0 && seen.count({1, 0}) != 0);
}

TEST(platform, spurious_wakeups_are_explored_on_demand) {
  const auto toy = [] {
    scenario_of<sleepers> made("", "");
    made.thread([](sleepers& w) {
          if (w.word.load(acquire) == 0) {
            checked::futex_wait(w.word, 0);  // not in a loop
          }
          require(w.word.load(acquire) == 1, "woken spuriously");
        })
        .thread([](sleepers& w) {
          w.word.store(1, release);
          checked::futex_wake_one(&w.word);
        });
    return made;
  };
  expect_clean(toy());
  expect_violation(violation_kind::assertion, toy(), {.bound = 1, .spurious = 1});
}

TEST(platform, weak_compare_exchanges_fail_on_demand) {
  const auto toy = [](bool loops) {
    scenario_of<sleepers> made("", "");
    made.thread([=](sleepers& w) {
      std::uint32_t zero = 0;
      while (!w.word.compare_exchange_weak(zero, 1, acq_rel, relaxed) && loops) {
      }
      require(w.word.load(relaxed) == 1, "exchanged");
    });
    return made;
  };
  expect_clean(toy(false));
  expect_clean(toy(true), {.spurious = 2});
  expect_violation(violation_kind::assertion, toy(false), {.spurious = 1});
}

/// A bounded busy-wait may always end before another thread writes.
TEST(platform, a_pause_allows_a_switch_and_does_not_force_one) {
  scenario_of<sleepers> toy("", "");
  toy.thread([](sleepers& w) {
       for (int i = 0; i < 2; ++i) {
         if (w.word.load(acquire) != 0) {
           w.order.append(1);
           return;
         }
         checked::pause();
       }
       w.order.append(0);
     })
      .thread([](sleepers& w) { w.word.store(1, release); });
  EXPECT_EQ(orders_of(toy, {.bound = 0}), (std::set<std::vector<int>>{{0}, {1}}));
}

struct alignas(64) aligned {
  checked::atomic<int> value{3};
};

TEST(platform, objects_have_their_alignment) {
  scenario_of<sleepers> toy("", "");
  toy.thread([](sleepers&) {
    int* const small = checked::create<int>(1);
    aligned* const big = checked::create<aligned>();
    require(reinterpret_cast<std::uintptr_t>(big) % 64 == 0, "aligned");
    require(big->value.load(relaxed) == 3, "constructed");
    checked::destroy(big);
    checked::destroy(small);
  });
  expect_clean(toy);
}

TEST(platform, an_allocation_fails_on_demand) {
  scenario_of<sleepers> toy("", "");
  toy.thread([](sleepers&) {
    checked::fail_allocation(2);
    int* const first = checked::create<int>(1);
    bool failed = false;
    try {
      checked::create<int>(2);
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    require(failed, "the second allocation did not fail");
    checked::destroy(checked::create<int>(3));
    checked::destroy(first);
  });
  expect_clean(toy);
}

TEST(platform, a_constructor_that_throws_leaks_nothing) {
  struct throwing {
    throwing() { throw std::bad_alloc(); }
  };
  scenario_of<sleepers> toy("", "");
  toy.thread([](sleepers&) {
    try {
      checked::create<throwing>();
    } catch (const std::bad_alloc&) {
    }
  });
  expect_clean(toy);
}

TEST(platform, containers_can_use_the_memory_of_the_execution) {
  struct numbers {
    std::vector<int, allocator<int>> values;
  };
  scenario_of<numbers> toy("", "");
  toy.thread([](numbers& n) {
    for (int i = 0; i < 100; ++i) {
      n.values.push_back(i);
    }
  });
  expect_clean(toy);
}

TEST(platform, atomics_of_all_types_work) {
  enum class colour : std::uint8_t { red, green };
  struct many {
    checked::atomic<bool> truth{false};
    checked::atomic<colour> paint{colour::red};
    checked::atomic<std::int8_t> small{-1};
    checked::atomic<std::int64_t> big{-5};
    checked::atomic<const many*> self{nullptr};
  };
  scenario_of<many> toy("", "");
  toy.thread([](many& m) {
    require(!m.truth.exchange(true, relaxed) && m.truth.load(relaxed), "bool");
    colour expected = colour::red;
    require(m.paint.compare_exchange_strong(expected, colour::green, acq_rel), "enum");
    require(!m.paint.compare_exchange_strong(expected, colour::green, acq_rel), "enum, again");
    require(expected == colour::green, "the value found");
    require(m.small.fetch_sub(127, relaxed) == -1 && m.small.load(relaxed) == -128, "a negative byte");
    require(m.small.fetch_sub(1, relaxed) == -128 && m.small.load(relaxed) == 127, "wraps around");
    require(m.big.fetch_add(-2, relaxed) == -5 && m.big.load(relaxed) == -7, "a negative number");
    require((m.big.fetch_and(6, relaxed), m.big.fetch_or(8, relaxed), m.big.fetch_xor(1, relaxed)) == 8 &&
                m.big.load(relaxed) == 9,
            "bits");
    m.self.store(&m, relaxed);
    require(m.self.load(relaxed) == &m, "pointer");
  });
  expect_clean(toy);
}

constinit checked::atomic<int> made_at_compile_time{4};

TEST(platform, atomics_are_ordinary_variables_outside_executions) {
  EXPECT_EQ(made_at_compile_time.fetch_add(2, relaxed), 4);
  int expected = 6;
  EXPECT_TRUE(made_at_compile_time.compare_exchange_strong(expected, 7, acq_rel));
  EXPECT_EQ(made_at_compile_time.exchange(4, relaxed), 7);
  checked::plain<int> data(5);
  data.write() = 6;
  EXPECT_EQ(data.read(), 6);
  int* const object = checked::create<int>(1);
  checked::destroy(object);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

TEST(platform, a_crash_is_a_violation) {
  scenario_of<sleepers> wild("", "");
  wild.thread([](sleepers& w) {
    volatile int* volatile nowhere = nullptr;
    w.word.load(relaxed);
    *nowhere = 1;
  });
  expect_violation(violation_kind::crash, wild);

  scenario_of<sleepers> aborting("", "");
  aborting.thread([](sleepers& w) noexcept {
    w.word.load(relaxed);
    std::terminate();
  });
  expect_violation(violation_kind::crash, aborting);
}

int overflow(int depth) {
  std::array<volatile int, 512> filler{};
  filler[0] = depth;
  return depth == 0 ? 0 : overflow(depth + 1) + filler[0];
}

TEST(platform, a_stack_overflow_is_a_violation) {
  scenario_of<sleepers> deep("", "");
  deep.thread([](sleepers& w) { w.order.append(overflow(1)); });
  expect_violation(violation_kind::crash, deep);
}

#endif

}  // namespace
}  // namespace cqs::check
