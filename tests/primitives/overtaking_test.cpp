// Bounded overtaking: a thread that runs may go first, but not more often than the bound allows.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <cqs/detail/pools/overtaking_state.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/stack_pool.h>
#include <tests/support/queued.h>
#include <tests/support/sleeping_thread.h>

namespace {

using cqs::tests::sleeping_thread;
using state = cqs::detail::overtaking_state;

constexpr std::uint32_t bound = 3;
constexpr cqs::options overtaking{.order = cqs::bounded_overtaking(bound)};
using mutex = cqs::basic_mutex<overtaking>;

TEST(overtaking_state, keeps_its_fields_apart_at_their_limits) {
  state s(state::most_free);
  for (state::word i = 0; i < state::most_waiting; ++i) {
    s = s.with_waiter();
  }
  s = s.with_successor();
  for (state::word i = 0; i < state::most_overtakings; ++i) {
    s = s.taken();
  }
  s = s.with_sleep();
  EXPECT_EQ(s.free(), state::most_free - state::most_overtakings);
  EXPECT_EQ(s.waiting(), state::most_waiting - 1);
  EXPECT_EQ(s.overtakings(), state::most_overtakings);
  EXPECT_TRUE(s.has_successor());
  EXPECT_TRUE(s.successor_sleeps());
  s = s.with_free(state::most_overtakings);
  EXPECT_EQ(s.free(), state::most_free);
  EXPECT_EQ(s.waiting(), state::most_waiting - 1);
  EXPECT_FALSE(s.successor_sleeps());
  s = s.without_successor();
  EXPECT_EQ(s.overtakings(), 0U);
  EXPECT_FALSE(s.has_successor());
}

TEST(overtaking_state, lets_a_newcomer_take_if_nobody_waits_or_below_the_bound) {
  EXPECT_FALSE(state(0).may_take(bound));
  EXPECT_TRUE(state(1).may_take(bound));
  EXPECT_FALSE(state(1).with_waiter().may_take(bound));
  state s = state(9).with_waiter().with_successor();
  for (std::uint32_t i = 0; i < bound; ++i) {
    EXPECT_TRUE(s.may_take(bound));
    s = s.taken();
  }
  EXPECT_FALSE(s.may_take(bound));
}

/// Unlocks and locks again until the waiter goes first. Returns how often it was overtaken. `served` changes only while
/// the waiter holds the lock.
template <class Unlock, class TryLock>
std::uint32_t overtake(const bool& served, Unlock unlock, TryLock try_lock) {
  std::uint32_t overtakings = 0;
  for (unlock(); try_lock(); unlock()) {
    if (served) {
      unlock();
      break;
    }
    ++overtakings;
  }
  return overtakings;
}

std::uint32_t overtake_sleeping_thread() {
  mutex tested;
  bool served = false;
  tested.lock();
  sleeping_thread waiter([&](const auto& /*stop*/) {
    tested.lock();
    served = true;
    tested.unlock();
  });
  const auto overtakings = overtake(
      served, [&] { tested.unlock(); }, [&] { return tested.try_lock(); });
  waiter.join();
  EXPECT_TRUE(tested.try_lock());
  return overtakings;
}

TEST(overtaking, of_a_sleeping_thread_is_bounded) {
  for (int round = 0; round < 200; ++round) {
    EXPECT_LE(overtake_sleeping_thread(), bound);
  }
}

TEST(overtaking, happens_while_the_first_waiter_wakes_up) {
  std::uint32_t most = 0;
  for (int round = 0; round < 1'000 && most < bound; ++round) {
    most = std::max(most, overtake_sleeping_thread());
  }
  EXPECT_EQ(most, bound);
}

TEST(overtaking, of_a_thread_that_waits_for_an_element_is_bounded) {
  const auto expect_bounded = [](auto pool) {
    pool->put(1);
    const int held = pool->take();
    bool served = false;
    sleeping_thread waiter([&](const auto& /*stop*/) {
      const int element = pool->take();
      served = true;
      pool->put(element);
    });
    const auto overtakings = overtake(
        served, [&] { pool->put(held); }, [&] { return pool->try_take().has_value(); });
    EXPECT_LE(overtakings, bound);
    waiter.join();
    EXPECT_EQ(pool->try_take(), held);
  };
  expect_bounded(std::make_unique<cqs::queue_pool<int, overtaking>>());
  expect_bounded(std::make_unique<cqs::stack_pool<int, overtaking>>());
}

TEST(overtaking, of_a_request_does_not_happen) {
  mutex tested;
  tested.lock();
  auto request = tested.lock_request();
  tested.unlock();
  EXPECT_FALSE(tested.try_lock());
  EXPECT_EQ(request.status(), cqs::request_status::granted);
  request.get();
  tested.unlock();
  EXPECT_TRUE(tested.try_lock());
}

TEST(overtaking, leaves_the_order_of_the_waiters_as_it_is) {
  mutex tested;
  std::vector<int> order;
  std::vector<std::jthread> threads;
  tested.lock();
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      tested.lock();
      order.push_back(i);
      tested.unlock();
    });
    cqs::tests::await_queued(tested.queue(), static_cast<std::size_t>(i) + 1);
  }
  tested.unlock();
  threads.clear();
  EXPECT_EQ(order, (std::vector{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(overtaking, many_permits_at_once_serve_as_many_threads) {
  cqs::counting_semaphore<8, overtaking> tested(0);
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < 8; ++i) {
    threads.emplace_back([&] { tested.acquire(); });
    cqs::tests::await_queued(tested.queue(), i + 1);
  }
  tested.release(8);
  threads.clear();
  EXPECT_FALSE(tested.try_acquire());
}

TEST(overtaking, a_stop_request_aborts_the_first_waiter_and_serves_the_next) {
  cqs::counting_semaphore<8, overtaking> tested(0);
  std::atomic<bool> acquired = true;
  sleeping_thread first([&](const auto& stop) { acquired = tested.acquire(stop); });
  sleeping_thread second([&](const auto& /*stop*/) { tested.acquire(); });
  first.stop_source().request_stop();
  first.join();
  EXPECT_FALSE(acquired);
  tested.release();
  second.join();
  EXPECT_FALSE(tested.try_acquire());
}

TEST(overtaking, a_mutex_takes_eight_bytes_more) {
  EXPECT_EQ(sizeof(mutex), sizeof(cqs::mutex) + 8);
}

}  // namespace
