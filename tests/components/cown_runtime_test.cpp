#include <cqs/cown_runtime.h>

#include <array>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/team.h"

namespace cqs {
namespace {

/// Workers from its making to its end.
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

TEST(cown_runtime, every_behaviour_runs_once_with_its_cowns_alone) {
  for (const auto policy : every_policy) {
    constexpr std::size_t cowns = 4;
    constexpr int rounds = 2000;
    cown_runtime runtime({.policy = policy, .threshold = 8});
    struct owned {
      explicit owned(cown_runtime& r) : key(r) {}
      cown key;
      int value = 0;  // no atomic: the cown guards it
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

/// Producers that send to themselves and to one slow consumer; the longest queue.
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
  // Over the threshold by what may be sent until each producer is muted.
  EXPECT_LE(muted.longest_queue, 4U + 2 * 8);
  EXPECT_EQ(with_a_slow_consumer(overload_policy::none).mutings, 0U);
}

TEST(cown_runtime, drops_what_an_overloaded_cown_is_sent) {
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

TEST(cown_runtime, a_cown_named_twice_counts_once) {
  cown_runtime runtime({});
  cown c(runtime);
  int runs = 0;
  runtime.when([&](behaviour&) { ++runs; }, {&c, &c, &c});
  const crew workers(runtime);
  runtime.drain();
  EXPECT_EQ(runs, 1);
}

TEST(cown_runtime, refuses_what_cannot_be) {
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
