// What simple patterns cost, summed up by hand.

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "round_machine.h"
#include "simulator/simulated.h"

namespace cqs::simulator::tests {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;

/// On lines of their own, away from all stacks.
struct world {
  alignas(128) simulated::atomic<std::uint64_t> a{0};
  alignas(128) simulated::atomic<std::uint64_t> b{0};
  alignas(128) simulated::atomic<std::uint32_t> futex{0};
};

class in_simulation : public testing::Test {
 protected:
  /// What `program` takes, in nanoseconds, in a thread of its own on this processor. The lines are nobody's.
  double time_of(unsigned processor, const std::function<void()>& program) {
    double taken = 0;
    on(processor, [&] {
      const auto begin = here().now();
      program();
      taken = to_ns(here().now() - begin);
    });
    return taken;
  }

  /// To its end, before anything else goes on.
  void on(unsigned processor, const std::function<void()>& program) {
    here().join(here().start(program, processor));
  }

  static simulation& here() { return *simulation::active(); }

  /// With everything as at the beginning.
  void simulate(const std::function<void()>& program) { simulation(round_machine()).run(program); }

  world _world;
};

TEST_F(in_simulation, the_first_access_comes_from_memory_and_the_next_from_the_own_cache) {
  simulate([&] {
    EXPECT_EQ(time_of(0, [&] { _world.a.load(relaxed); }), 300 + 1);
    EXPECT_EQ(time_of(0, [&] { _world.a.load(relaxed); }), 1);
    EXPECT_EQ(time_of(0, [&] { _world.a.fetch_add(1, relaxed); }), 10);
  });
}

TEST_F(in_simulation, siblings_share_their_cache) {
  simulate([&] {
    on(0, [&] { _world.a.fetch_add(1, relaxed); });
    EXPECT_EQ(time_of(1, [&] { _world.a.fetch_add(1, relaxed); }), 10);
  });
}

TEST_F(in_simulation, a_line_costs_by_its_distance) {
  simulate([&] {
    on(0, [&] { _world.a.fetch_add(1, relaxed); });
    EXPECT_EQ(time_of(2, [&] { _world.a.fetch_add(1, relaxed); }), 100 + 10);
    on(0, [&] { _world.a.fetch_add(1, relaxed); });
    EXPECT_EQ(time_of(4, [&] { _world.a.fetch_add(1, relaxed); }), 200 + 10);
    on(0, [&] { _world.a.fetch_add(1, relaxed); });
    EXPECT_EQ(time_of(8, [&] { _world.a.fetch_add(1, relaxed); }), 400 + 10);
  });
}

TEST_F(in_simulation, a_shared_line_comes_from_the_nearest_and_leaves_for_the_farthest) {
  simulate([&] {
    on(0, [&] { _world.a.load(relaxed); });
    EXPECT_EQ(time_of(8, [&] { _world.a.load(relaxed); }), 400 + 1);
    EXPECT_EQ(time_of(10, [&] { _world.a.load(relaxed); }), 100 + 1);  // from 8, not from 0
    // The copies of 8 and 10 have to go: that of the farthest decides, each further one adds a little.
    EXPECT_EQ(time_of(0, [&] { _world.a.fetch_add(1, relaxed); }), 400 + 5 + 10);
  });
}

TEST_F(in_simulation, a_failed_exchange_pays_as_well) {
  simulate([&] {
    on(0, [&] { _world.a.fetch_add(1, relaxed); });
    EXPECT_EQ(time_of(2,
                      [&] {
                        std::uint64_t wrong = 7;
                        EXPECT_FALSE(_world.a.compare_exchange_strong(wrong, 8, relaxed, relaxed));
                        EXPECT_EQ(wrong, 1U);
                      }),
              110 + 6);
    EXPECT_EQ(time_of(0, [&] { _world.a.load(relaxed); }), 100 + 1);
  });
}

TEST_F(in_simulation, a_store_does_not_keep_its_thread_but_the_next_locked_instruction_waits_for_it) {
  simulate([&] {
    on(2, [&] {
      _world.a.fetch_add(1, relaxed);
      _world.b.fetch_add(1, relaxed);
    });
    on(0, [&] { _world.b.fetch_add(1, relaxed); });
    EXPECT_EQ(time_of(0, [&] { _world.a.store(1, relaxed); }), 2);
    on(2, [&] { _world.a.fetch_add(1, relaxed); });
    EXPECT_EQ(time_of(0,
                      [&] {
                        _world.a.store(1, relaxed);
                        _world.b.fetch_add(1, relaxed);
                      }),
              100 + 10);
  });
}

TEST_F(in_simulation, a_line_serves_one_at_a_time) {
  simulate([&] {
    on(0, [&] { _world.a.fetch_add(1, relaxed); });
    std::vector<double> ends;
    std::vector<thread*> threads;
    const auto begin = here().now();
    for (const unsigned p : {2U, 0U, 2U}) {  // each finds the line where the one before has it
      threads.push_back(&here().start(
          [&] {
            _world.a.fetch_add(1, relaxed);
            ends.push_back(to_ns(here().now() - begin));
          },
          p));
    }
    for (thread* t : threads) {
      here().join(*t);
    }
    // The third waits for the processor of the first: it comes after that one's end and a change of threads, when
    // the line is back.
    EXPECT_EQ(ends, (std::vector<double>{110, 220, 110 + 2000 + 110}));
  });
}

TEST_F(in_simulation, readers_of_a_shared_line_hardly_wait_for_one_another) {
  simulate([&] {
    on(8, [&] { _world.a.load(relaxed); });
    on(10, [&] { _world.a.load(relaxed); });
    std::vector<double> ends;
    std::vector<thread*> threads;
    const auto begin = here().now();
    for (const unsigned p : {0U, 4U, 6U}) {
      threads.push_back(&here().start(
          [&] {
            _world.a.load(relaxed);
            ends.push_back(to_ns(here().now() - begin));
          },
          p));
    }
    for (thread* t : threads) {
      here().join(*t);
    }
    // From the other package; then from the first one's cache, 7 later; then from the second one's, 14 later.
    EXPECT_EQ(ends, (std::vector<double>{14 + 100 + 1, 7 + 200 + 1, 400 + 1}));
  });
}

TEST_F(in_simulation, work_takes_longer_beside_a_sibling) {
  simulate([&] {
    EXPECT_EQ(time_of(0, [&] { here().work(10); }), 30);
    thread& sibling = here().start([&] { here().work(1000); }, 1);
    EXPECT_EQ(time_of(0, [&] { here().work(10); }), 60);
    here().join(sibling);
  });
}

TEST_F(in_simulation, a_wake_up_takes_its_calls_and_its_latency) {
  simulate([&] {
    double slept_until = 0;
    thread& sleeper = here().start(
        [&] {
          simulated::futex_wait(_world.futex, 0);  // 1000, 301 and 500 until it sleeps
          slept_until = to_ns(here().now());
        },
        0);
    here().sleep_until(from_ns(10'000));
    const double waking = time_of(8, [&] { simulated::futex_wake_one(&_world.futex); });
    EXPECT_EQ(waking, 1000 + 700);
    here().join(sleeper);
    EXPECT_EQ(slept_until, 10'000 + 1000 + 5000);
    EXPECT_EQ(sleeper.voluntary_switches, 1U);
  });
}

TEST_F(in_simulation, nobody_sleeps_on_a_word_that_has_changed) {
  simulate([&] {
    EXPECT_EQ(time_of(0, [&] { simulated::futex_wait(_world.futex, 1); }), 1000 + 300 + 1);
    EXPECT_EQ(time_of(0, [&] { simulated::futex_wake_one(&_world.futex); }), 1000);
  });
}

TEST_F(in_simulation, a_sleep_ends_when_its_time_is_over) {
  simulate([&] {
    on(0, [&] {
      const auto until = clock::now() + std::chrono::nanoseconds(20'000);
      EXPECT_FALSE(simulated::futex_wait_until(_world.futex, 0, until));
      EXPECT_EQ(clock::now(), until);
      EXPECT_FALSE(simulated::futex_wait_until(_world.futex, 0, until));  // over before it begins
      EXPECT_TRUE(simulated::futex_wait_until(_world.futex, 1, clock::now() + std::chrono::seconds(1)));
    });
  });
}

TEST_F(in_simulation, threads_that_share_a_processor_change_after_a_quantum) {
  simulate([&] {
    std::vector<char> order;
    const auto body = [&](char name) {
      return [&order, name] {
        for (int i = 0; i < 3; ++i) {
          order.push_back(name);
          here().work(20'000);  // 60 us: two of them are more than a quantum
        }
      };
    };
    thread& a = here().start(body('a'), 0);
    thread& b = here().start(body('b'), 0);
    here().join(a);
    here().join(b);
    EXPECT_EQ(std::string(order.begin(), order.end()), "aabbab");
    EXPECT_EQ(a.involuntary_switches, 1U);
    EXPECT_EQ(b.involuntary_switches, 1U);
  });
}

TEST_F(in_simulation, a_thread_that_has_slept_gets_its_processor_at_once_from_one_that_has_run_for_long) {
  simulate([&] {
    double woken_at = 0;
    thread& sleeper = here().start(
        [&] {
          simulated::futex_wait(_world.futex, 0);
          woken_at = to_ns(here().now());
        },
        0);
    here().sleep_until(from_ns(5'000));
    thread& hog = here().start(
        [&] {
          for (int i = 0; i < 40; ++i) {
            here().work(1000);
          }
        },
        0);
    here().sleep_until(from_ns(60'000));  // less than a quantum
    on(8, [&] { simulated::futex_wake_one(&_world.futex); });
    here().join(sleeper);
    // Woken at 61.7 us; the hog has done its piece of work at 62; one change of threads.
    EXPECT_EQ(woken_at, 62'000 + 2000);
    here().join(hog);
    EXPECT_EQ(hog.involuntary_switches, 1U);
  });
}

TEST_F(in_simulation, memory_that_is_given_back_is_taken_first_and_is_still_in_the_cache) {
  simulate([&] {
    on(0, [&] {
      auto* const first = simulated::create<world>();
      first->a.fetch_add(1, relaxed);
      simulated::destroy(first);
      auto* const second = simulated::create<world>();
      EXPECT_EQ(second, first);
      const auto begin = here().now();
      second->a.fetch_add(1, relaxed);
      EXPECT_EQ(to_ns(here().now() - begin), 10);
      simulated::destroy(second);
    });
  });
}

TEST_F(in_simulation, a_busy_wait_ends_at_its_first_look_after_the_change) {
  for (const std::uint64_t work : {0U, 1U, 100U, 1'000U, 12'345U}) {
    simulate([&] {
      std::uint64_t looks = 0;
      double seen = 0;
      double changed = 0;
      thread& waiter = here().start(
          [&] {
            while (_world.a.load(relaxed) == 0) {
              ++looks;
              simulated::pause();
            }
            seen = to_ns(here().now());
          },
          0);
      thread& writer = here().start(
          [&] {
            here().work(work);
            changed = to_ns(here().now());
            _world.a.store(1, relaxed);
          },
          2);
      here().join(waiter);
      here().join(writer);
      // It looks every 41 ns, after 301 for the first time: as if it had really done so.
      const auto before =
          changed < 301 ? 1U : static_cast<std::uint64_t>((changed - 301 - 40 + 40.999) / 41) + 1;
      EXPECT_NEAR(static_cast<double>(looks), static_cast<double>(before), 1) << work;
      EXPECT_GE(seen, changed);
      EXPECT_LE(seen, changed + 41 + 300 + 301 + 101) << work;
    });
    _world.a.store(0, relaxed);
  }
}

TEST_F(in_simulation, a_wait_that_nobody_ends_is_told) {
  EXPECT_THROW(simulate([&] { on(0, [&] { simulated::futex_wait(_world.futex, 0); }); }), std::runtime_error);
}

TEST_F(in_simulation, what_a_thread_throws_is_thrown_where_it_is_joined) {
  EXPECT_THROW(simulate([&] { on(0, [] { throw std::logic_error("so"); }); }), std::logic_error);
}

}  // namespace
}  // namespace cqs::simulator::tests
