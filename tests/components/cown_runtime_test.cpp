#include <cqs/cown_runtime.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/counting.h"
#include "tests/support/sleeping_thread.h"
#include "tests/support/team.h"

namespace cqs {
namespace {

/// Runs workers from its construction to its destruction.
class crew {
 public:
  explicit crew(cown_runtime& runtime, std::size_t size = 2) {
    for (std::size_t i = 0; i < size; ++i) {
      _threads.emplace_back([&runtime](const std::stop_token& stop) { runtime.run(stop); });
    }
  }

 private:
  std::vector<std::jthread> _threads;
};

constexpr std::array every_policy{overload_policy::none, overload_policy::mute, overload_policy::block,
                                  overload_policy::drop};

TEST(cown_runtime, runs_behaviours_over_one_cown_in_the_order_of_scheduling) {
  cown_runtime runtime({.policy = overload_policy::none});
  cown c(runtime);
  std::vector<int> order;
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(runtime.when([&order, i](behaviour&) { order.push_back(i); }, {&c}));
  }
  const crew workers(runtime);
  runtime.drain();
  ASSERT_EQ(order.size(), 100U);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
  }
}

TEST(cown_runtime, every_behaviour_runs_once_with_exclusive_access_to_its_cowns) {
  for (const auto policy : every_policy) {
    constexpr std::size_t cowns = 4;
    constexpr int rounds = 2000;
    cown_runtime runtime({.policy = policy, .threshold = 8});
    struct owned {
      explicit owned(cown_runtime& r) : key(r) {}
      cown key;
      int value = 0;  // not atomic: the cown protects it
    };
    std::array<owned, cowns> all{owned(runtime), owned(runtime), owned(runtime), owned(runtime)};
    std::atomic<int> scheduled{0};
    {
      const crew workers(runtime);
      tests::run_team(2, [&](std::size_t member) {
        for (int i = 0; i < rounds; ++i) {
          auto* const a = &all[(static_cast<std::size_t>(i) + member) % cowns];
          auto* const b = &all[(static_cast<std::size_t>(i) * 2 + 1) % cowns];
          const bool sent = runtime.when(
              [a, b](behaviour&) {
                ++a->value;
                ++b->value;
              },
              {&a->key, &b->key});
          scheduled.fetch_add(sent ? 2 : 0);
        }
      });
      runtime.drain();
    }
    int sum = 0;
    for (const auto& each : all) {
      sum += each.value;
    }
    EXPECT_EQ(sum, scheduled.load());
    EXPECT_EQ(runtime.statistics().behaviours * 2, static_cast<std::size_t>(sum));
  }
}

/// Producers send to themselves and to one slow consumer. Returns the greatest length of the consumer's
/// queue.
cown_statistics with_a_slow_consumer(overload_policy policy) {
  constexpr int producers = 8;
  constexpr int messages = 300;
  cown_runtime runtime({.policy = policy, .threshold = 4});
  cown slow(runtime);
  int consumed = 0;
  struct producer {
    explicit producer(cown_runtime& r) : key(r) {}
    cown key;
    int left = messages;
  };
  std::vector<std::unique_ptr<producer>> all;
  std::function<void(behaviour&, producer&)> produce = [&](behaviour& self, producer& p) {
    self.when([&consumed](behaviour&) { ++consumed; }, {&slow});
    if (--p.left > 0) {
      self.when([&produce, &p](behaviour& next) { produce(next, p); }, {&p.key});
    }
  };
  for (int i = 0; i < producers; ++i) {
    all.push_back(std::make_unique<producer>(runtime));
    auto& p = *all.back();
    runtime.when([&produce, &p](behaviour& self) { produce(self, p); }, {&p.key});
  }
  const crew workers(runtime, 1);
  runtime.drain();
  EXPECT_EQ(consumed, producers * messages);
  return runtime.statistics();
}

TEST(cown_runtime, muting_bounds_the_queue_of_a_slow_consumer) {
  const auto muted = with_a_slow_consumer(overload_policy::mute);
  EXPECT_GT(muted.mutings, 0U);
  // The queue exceeds the threshold by the messages sent until each producer is muted.
  EXPECT_LE(muted.longest_queue, 4U + 2 * 8);
  EXPECT_EQ(with_a_slow_consumer(overload_policy::none).mutings, 0U);
}

TEST(cown_runtime, drops_behaviours_for_an_overloaded_cown) {
  cown_runtime runtime({.policy = overload_policy::drop, .threshold = 2});
  cown c(runtime);
  int runs = 0;
  int sent = 0;
  for (int i = 0; i < 10; ++i) {
    sent += runtime.when([&](behaviour&) { ++runs; }, {&c}) ? 1 : 0;
  }
  EXPECT_EQ(sent, 3);
  const crew workers(runtime);
  runtime.drain();
  EXPECT_EQ(runs, 3);
  EXPECT_EQ(runtime.statistics().refused, 7U);
}

TEST(cown_runtime, a_thread_outside_waits_while_its_receiver_is_overloaded) {
  for (const auto policy : {overload_policy::mute, overload_policy::block}) {
    cown_runtime runtime({.policy = policy, .threshold = 2});
    cown c(runtime);
    const crew workers(runtime, 1);
    for (int i = 0; i < 1000; ++i) {
      EXPECT_TRUE(runtime.when([](behaviour&) {}, {&c}));
    }
    runtime.drain();
    EXPECT_LE(runtime.statistics().longest_queue, 3U);
  }
}

TEST(cown_runtime, a_behaviour_that_throws_releases_its_cowns) {
  cown_runtime runtime({});
  cown a(runtime);
  cown b(runtime);
  runtime.when([](behaviour&) { throw std::runtime_error("behaviour"); }, {&a, &b});
  std::stop_source stop;
  EXPECT_THROW(runtime.run(stop.get_token()), std::runtime_error);
  bool ran = false;
  runtime.when([&](behaviour&) { ran = true; }, {&b, &a});
  const crew workers(runtime);
  runtime.drain();
  EXPECT_TRUE(ran);
}

TEST(cown_runtime, a_behaviour_scheduled_by_a_throwing_behaviour_runs) {
  cown_runtime runtime({});
  cown a(runtime);
  int runs = 0;
  runtime.when(
      [&](behaviour& self) {
        self.when([&](behaviour&) { ++runs; }, {&a});
        throw std::runtime_error("behaviour");
      },
      {&a});
  const std::stop_source stop;
  EXPECT_THROW(runtime.run(stop.get_token()), std::runtime_error);
  EXPECT_EQ(runs, 0);
  const crew workers(runtime);
  runtime.drain();
  EXPECT_EQ(runs, 1);
}

TEST(cown_runtime, leaves_remaining_behaviours_to_a_later_run) {
  cown_runtime runtime({});
  cown a(runtime);
  std::stop_source stop;
  std::vector<int> order;
  for (int i = 0; i < 3; ++i) {
    runtime.when(
        [&, i](behaviour&) {
          order.push_back(i);
          stop.request_stop();
        },
        {&a});
  }
  runtime.run(stop.get_token());
  EXPECT_EQ(order, std::vector{0});
  runtime.run(stop.get_token());
  EXPECT_EQ(order, std::vector{0}) << "a behaviour ran after the stop request";
  const crew workers(runtime);
  runtime.drain();
  EXPECT_EQ(order, (std::vector{0, 1, 2}));
}

/// The stop request of a sleeping worker also schedules the behaviour, which wakes that worker.
TEST(cown_runtime, a_worker_that_leaves_passes_its_wake_up_on) {
  cown_runtime runtime({});
  cown a(runtime);
  std::atomic<bool> has_run{false};
  const auto work = [&](const std::stop_token& stop) { runtime.run(stop); };
  tests::sleeping_thread leaving(work);
  const tests::sleeping_thread staying(work);
  auto stop = leaving.stop_source();
  // A stop request runs its callbacks in reverse order of registration. So the behaviour arrives before the
  // request itself can wake the worker.
  const std::stop_callback event(stop.get_token(), [&] {
    runtime.when(
        [&](behaviour&) {
          has_run.store(true);
          has_run.notify_one();
        },
        {&a});
  });
  stop.request_stop();
  leaving.join();
  has_run.wait(false);
}

TEST(cown_runtime, frees_a_behaviour_if_there_is_no_memory_to_send_it) {
  using tests::counting;
  using counted_behaviour = basic_behaviour<counting>;
  basic_cown_runtime<counting> runtime({.policy = overload_policy::block, .threshold = 1});
  basic_cown<counting> a(runtime);
  for (int i = 0; i < 2; ++i) {
    runtime.when([](counted_behaviour&) {}, {&a});
  }
  const auto live = counting::live_objects.load();
  counting::memory.store(1);  // memory for the behaviour, but none for its place among the waiting senders
  EXPECT_THROW(runtime.when([](counted_behaviour&) {}, {&a}), std::bad_alloc);
  counting::memory.store(std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(counting::live_objects.load(), live);
  std::jthread worker([&](const std::stop_token& stop) { runtime.run(stop); });
  runtime.drain();
  EXPECT_EQ(runtime.statistics().behaviours, 2U);
}

TEST(cown_runtime, a_cown_named_twice_counts_once) {
  cown_runtime runtime({});
  cown c(runtime);
  int runs = 0;
  runtime.when([&](behaviour&) { ++runs; }, {&c, &c, &c});
  const crew workers(runtime);
  runtime.drain();
  EXPECT_EQ(runs, 1);
}

TEST(cown_runtime, rejects_invalid_arguments) {
  EXPECT_THROW(cown_runtime({.threshold = 0}), std::invalid_argument);
  cown_runtime runtime({});
  cown_runtime elsewhere({});
  cown c(runtime);
  cown foreign(elsewhere);
  const auto nothing = [](behaviour&) {};
  EXPECT_THROW(runtime.when(nothing, {}), std::invalid_argument);
  EXPECT_THROW(runtime.when(nothing, {&c, &c, &c, &c, &c, &c, &c, &c, &c}), std::invalid_argument);
  EXPECT_THROW(runtime.when(nothing, {nullptr}), std::invalid_argument);
  EXPECT_THROW(runtime.when(nothing, {&foreign}), std::invalid_argument);
  EXPECT_THROW(runtime.when(nullptr, {&c}), std::invalid_argument);
}

}  // namespace
}  // namespace cqs
