// The costs of simple patterns, compared with sums computed by hand.

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "round_machine.h"
#include "simulator/simulated.h"

namespace cqs::simulator::tests {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;

/// Objects on separate lines, away from all stacks.
struct world {
  alignas(128) simulated::atomic<std::uint64_t> a{0};
  alignas(128) simulated::atomic<std::uint64_t> b{0};
  alignas(128) simulated::atomic<std::uint32_t> futex{0};
};

class in_simulation : public testing::Test {
 protected:
  /// Returns the time of `program` in nanoseconds, in a new thread on this processor. Initially no cache
  /// holds its lines.
  double time_of(unsigned processor, const std::function<void()>& program) {
    double taken = 0;
    on(processor, [&] {
      const auto begin = here().now();
      program();
      taken = to_ns(here().now() - begin);
    });
    return taken;
  }

  /// Runs to the end before any other thread continues.
  void on(unsigned processor, const std::function<void()>& program) {
    here().join(here().start(program, processor));
  }

  static simulation& here() { return *simulation::active(); }

  /// Starts with all objects in their initial state.
  void simulate(const std::function<void()>& program) { simulation(round_machine()).run(program); }

  world _world;
};

TEST_F(in_simulation, the_first_access_goes_to_memory_and_the_next_hits_the_cache) {
  simulate([&] {
    EXPECT_EQ(time_of(0, [&] { _world.a.load(relaxed); }), 300 + 1);
    EXPECT_EQ(time_of(0, [&] { _world.a.load(relaxed); }), 4);
    EXPECT_EQ(time_of(0, [&] { _world.a.fetch_add(1, relaxed); }), 10);
  });
}

TEST_F(in_simulation, a_line_from_another_package_than_its_home_takes_a_detour) {
  simulate([&] {
    on(0, [&] { _world.a.fetch_add(1, relaxed); });  // its home is the first package
    EXPECT_EQ(time_of(8, [&] { _world.a.fetch_add(1, relaxed); }), 400 + 10);
    EXPECT_EQ(time_of(0, [&] { _world.a.fetch_add(1, relaxed); }), 400 + 50 + 10);
  });
}

TEST_F(in_simulation, a_load_of_another_line_has_its_latency_and_the_next_of_the_same_line_overlaps) {
  simulate([&] {
    on(0, [&] {
      _world.a.load(relaxed);
      _world.b.load(relaxed);
      auto begin = here().now();
      _world.a.load(relaxed);
      EXPECT_EQ(to_ns(here().now() - begin), 4);
      begin = here().now();
      _world.a.load(relaxed);
      EXPECT_EQ(to_ns(here().now() - begin), 1);
    });
  });
}

TEST_F(in_simulation, more_lines_than_a_cache_holds_come_from_the_next_one) {
  struct alignas(64) item {
    simulated::atomic<std::uint64_t> value{0};
  };
  /// The time of a load, after all of the items have been loaded before in the same order.
  const auto time_of_each = [](std::size_t items) {
    std::vector<item> all(items);
    const auto load_all = [&] {
      for (const item& i : all) {
        i.value.load(relaxed);
      }
    };
    load_all();
    const auto begin = here().now();
    load_all();
    return to_ns(here().now() - begin) / static_cast<double>(items);
  };
  for (const auto& [items, each] : {std::pair<std::size_t, double>{8, 4}, {32, 14}, {256, 44}}) {
    simulate([&, items = items, each = each] { on(0, [&] { EXPECT_EQ(time_of_each(items), each); }); });
  }
}

TEST_F(in_simulation, a_reading_of_the_clock_takes_time) {
  simulate([&] { EXPECT_EQ(time_of(0, [] { clock::now(); }), 25); });
}

TEST_F(in_simulation, a_store_reaches_the_sibling_later) {
  simulate([&] {
    on(0, [&] { _world.a.fetch_add(1, relaxed); });
    thread& sibling = here().start(
        [&] {
          _world.a.store(5, relaxed);
          here().work(10);
        },
        1);
    EXPECT_EQ(time_of(0, [&] { _world.a.load(relaxed); }), 9 + 4);
    here().join(sibling);
  });
}

TEST_F(in_simulation, waiting_threads_get_a_line_in_no_order) {
  simulate([&] {
    on(0, [&] { _world.a.fetch_add(1, relaxed); });
    std::vector<unsigned> order;
    std::vector<thread*> threads;
    for (unsigned p = 0; p < 16; ++p) {
      threads.push_back(&here().start(
          [&, p] {
            for (int i = 0; i < 10; ++i) {
              _world.a.fetch_add(1, relaxed);
              order.push_back(p);
            }
          },
          p));
    }
    for (thread* t : threads) {
      here().join(*t);
    }
    std::size_t in_turn = 0;     // the order of arrival
    std::size_t in_package = 0;  // the line stays in its package
    for (std::size_t i = 1; i < order.size(); ++i) {
      in_turn += order[i] == (order[i - 1] + 1) % 16 ? 1U : 0U;
      in_package += order[i] / 8 == order[i - 1] / 8 ? 1U : 0U;
    }
    EXPECT_LT(in_turn, order.size() / 4);
    EXPECT_GT(in_package, order.size() / 4);
    EXPECT_LT(in_package, order.size() * 3 / 4);
  });
}

TEST_F(in_simulation, siblings_share_their_cache) {
  simulate([&] {
    on(0, [&] { _world.a.fetch_add(1, relaxed); });
    EXPECT_EQ(time_of(1, [&] { _world.a.fetch_add(1, relaxed); }), 10);
  });
}

TEST_F(in_simulation, the_cost_of_a_line_depends_on_its_distance) {
  simulate([&] {
    on(0, [&] { _world.a.fetch_add(1, relaxed); });
    EXPECT_EQ(time_of(2, [&] { _world.a.fetch_add(1, relaxed); }), 100 + 10);
    on(0, [&] { _world.a.fetch_add(1, relaxed); });
    EXPECT_EQ(time_of(4, [&] { _world.a.fetch_add(1, relaxed); }), 200 + 10);
    on(0, [&] { _world.a.fetch_add(1, relaxed); });
    EXPECT_EQ(time_of(8, [&] { _world.a.fetch_add(1, relaxed); }), 400 + 10);
  });
}

TEST_F(in_simulation, the_nearest_holder_sends_a_shared_line_and_the_farthest_decides_its_invalidation) {
  simulate([&] {
    on(0, [&] { _world.a.load(relaxed); });
    EXPECT_EQ(time_of(8, [&] { _world.a.load(relaxed); }), 400 + 1);
    EXPECT_EQ(time_of(10, [&] { _world.a.load(relaxed); }), 100 + 1);  // from 8, not from 0
    // The copies of 8 and 10 are invalidated: the farthest one decides, and each further copy adds a little.
    // The line comes from another package than its home.
    EXPECT_EQ(time_of(0, [&] { _world.a.fetch_add(1, relaxed); }), 400 + 50 + 5 + 10);
  });
}

TEST_F(in_simulation, a_failed_compare_exchange_costs_time_as_well) {
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

TEST_F(in_simulation, a_store_does_not_block_its_thread_but_the_next_locked_instruction_waits_for_it) {
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

TEST_F(in_simulation, a_line_serves_one_request_at_a_time) {
  simulate([&] {
    on(0, [&] { _world.a.fetch_add(1, relaxed); });
    std::vector<double> ends;
    std::vector<thread*> threads;
    const auto begin = here().now();
    for (const unsigned p : {2U, 0U, 2U}) {  // each request finds the line at the previous core
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
    // The third thread waits for the processor of the first. It starts after the end of the first thread and
    // a context switch, when the line is back.
    EXPECT_EQ(ends, (std::vector<double>{110, 220, 110 + 2000 + 110}));
  });
}

TEST_F(in_simulation, readers_of_a_shared_line_rarely_wait_for_each_other) {
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
    // From the other package; then from the first reader's cache, 7 later; then from the second reader's, 14
    // later.
    EXPECT_EQ(ends, (std::vector<double>{14 + 100 + 1, 7 + 200 + 1, 400 + 1}));
  });
}

TEST_F(in_simulation, work_takes_longer_while_the_sibling_runs) {
  simulate([&] {
    EXPECT_EQ(time_of(0, [&] { here().work(10); }), 30);
    thread& sibling = here().start([&] { here().work(1000); }, 1);
    EXPECT_EQ(time_of(0, [&] { here().work(10); }), 60);
    here().join(sibling);
  });
}

TEST_F(in_simulation, a_wake_up_costs_its_calls_and_its_latency) {
  simulate([&] {
    double slept_until = 0;
    thread& sleeper = here().start(
        [&] {
          simulated::futex_wait(_world.futex, 0);  // 1000, 301 and 500 until the thread sleeps
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

TEST_F(in_simulation, the_longer_a_processor_has_slept_the_longer_its_wake_up_takes) {
  // Asleep since 1801.
  for (const auto& [woken, exit] : {std::pair{10'000, 0}, {30'000, 3000}, {150'000, 30'000}}) {
    simulate([&, woken = woken, exit = exit] {
      double slept_until = 0;
      thread& sleeper = here().start(
          [&] {
            simulated::futex_wait(_world.futex, 0);
            slept_until = to_ns(here().now());
          },
          0);
      here().sleep_until(from_ns(woken));
      on(8, [&] { simulated::futex_wake_one(&_world.futex); });
      here().join(sleeper);
      EXPECT_EQ(slept_until, woken + 1000 + 5000 + exit);
    });
  }
}

TEST_F(in_simulation, a_core_does_not_sleep_while_its_other_thread_runs) {
  simulate([&] {
    double slept_until = 0;
    thread& sleeper = here().start(
        [&] {
          simulated::futex_wait(_world.futex, 0);
          slept_until = to_ns(here().now());
        },
        0);
    thread& sibling = here().start([&] { here().work(100'000); }, 1);
    here().sleep_until(from_ns(150'000));
    on(8, [&] { simulated::futex_wake_one(&_world.futex); });
    here().join(sleeper);
    EXPECT_EQ(slept_until, 150'000 + 1000 + 5000);
    here().join(sibling);
  });
}

TEST_F(in_simulation, no_thread_sleeps_on_a_changed_word) {
  simulate([&] {
    EXPECT_EQ(time_of(0, [&] { simulated::futex_wait(_world.futex, 1); }), 1000 + 300 + 1);
    EXPECT_EQ(time_of(0, [&] { simulated::futex_wake_one(&_world.futex); }), 1000);
  });
}

TEST_F(in_simulation, a_sleep_ends_at_its_deadline) {
  simulate([&] {
    on(0, [&] {
      const auto until = clock::now() + std::chrono::nanoseconds(20'000);
      EXPECT_FALSE(simulated::futex_wait_until(_world.futex, 0, until));
      EXPECT_EQ(clock::now(), until + std::chrono::nanoseconds(25));  // the reading itself
      EXPECT_FALSE(
          simulated::futex_wait_until(_world.futex, 0, until));  // the deadline has passed before the wait
      EXPECT_TRUE(simulated::futex_wait_until(_world.futex, 1, clock::now() + std::chrono::seconds(1)));
    });
  });
}

TEST_F(in_simulation, threads_that_share_a_processor_switch_after_a_quantum) {
  simulate([&] {
    std::vector<char> order;
    const auto body = [&](char name) {
      return [&order, name] {
        for (int i = 0; i < 3; ++i) {
          order.push_back(name);
          here().work(20'000);  // 60 us: two such pieces are more than a quantum
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

TEST_F(in_simulation, a_woken_thread_preempts_a_thread_that_has_run_for_a_long_time) {
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
    // Woken at 61.7 us; the hog finishes its piece of work at 62; then one context switch.
    EXPECT_EQ(woken_at, 62'000 + 2000);
    here().join(hog);
    EXPECT_EQ(hog.involuntary_switches, 1U);
  });
}

TEST_F(in_simulation, freed_memory_is_reused_first_and_is_still_in_the_cache) {
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

TEST_F(in_simulation, a_busy_wait_ends_at_its_first_read_after_the_change) {
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
      // It reads every 41 ns, the first time after 301: the same as if each read were simulated.
      const auto before =
          changed < 301 ? 1U : static_cast<std::uint64_t>((changed - 301 - 40 + 40.999) / 41) + 1;
      EXPECT_NEAR(static_cast<double>(looks), static_cast<double>(before), 1) << work;
      EXPECT_GE(seen, changed);
      EXPECT_LE(seen, changed + 41 + 300 + 301 + 101) << work;
    });
    _world.a.store(0, relaxed);
  }
}

TEST_F(in_simulation, a_deadlock_is_reported) {
  EXPECT_THROW(simulate([&] { on(0, [&] { simulated::futex_wait(_world.futex, 0); }); }), std::runtime_error);
}

TEST_F(in_simulation, join_rethrows_the_exception_of_the_thread) {
  EXPECT_THROW(simulate([&] { on(0, [] { throw std::logic_error("so"); }); }), std::logic_error);
}

}  // namespace
}  // namespace cqs::simulator::tests
