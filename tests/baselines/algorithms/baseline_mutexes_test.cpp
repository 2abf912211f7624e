// Every mutex of the baselines: exclusion, order, misuse, and no memory left behind.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <system_error>

#include <gtest/gtest.h>

#include <tests/baselines/algorithms/line.h>
#include <tests/baselines/algorithms/mutexes.h>
#include <tests/support/sleeping_thread.h>
#include <tests/support/team.h>

namespace {

using cqs::tests::balance;
using cqs::tests::hold_up_others;
using cqs::tests::line;
using cqs::tests::run_team;

template <class Mutex>
class every_mutex : public testing::Test {
  balance _all_memory_returned;
};
TYPED_TEST_SUITE(every_mutex, cqs::tests::mutexes);

TYPED_TEST(every_mutex, admits_one_at_a_time) {
  TypeParam mutex;
  std::uint64_t entries = 0;  // not atomic: the mutex protects it
  run_team(4, [&](std::size_t /*member*/) {
    for (int i = 0; i < 1'500; ++i) {
      const std::lock_guard lock(mutex);
      entries += 1;
      hold_up_others(i);
    }
  });
  EXPECT_EQ(entries, 6'000U);
}

TYPED_TEST(every_mutex, admits_one_at_a_time_by_lock_or_try_lock) {
  TypeParam mutex;
  std::uint64_t entries = 0;
  std::atomic<std::uint64_t> successes = 0;
  run_team(4, [&](std::size_t member) {
    for (int i = 0; i < 1'000; ++i) {
      if (member % 2 == 0) {
        mutex.lock();
      } else if (!mutex.try_lock()) {
        continue;
      }
      entries += 1;
      successes += 1;
      hold_up_others(i);
      mutex.unlock();
    }
  });
  EXPECT_EQ(entries, successes.load());
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

TYPED_TEST(every_mutex, try_lock_succeeds_only_if_free) {
  TypeParam mutex;
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(mutex.try_lock());
    EXPECT_FALSE(mutex.try_lock());
    mutex.unlock();
    mutex.lock();
    EXPECT_FALSE(mutex.try_lock());
    mutex.unlock();
  }
}

TYPED_TEST(every_mutex, serves_waiters_in_order) {
  constexpr std::size_t count = 12;
  TypeParam mutex;
  line waiters;
  mutex.lock();
  waiters.join_and_sign(count, [&](auto sign) {
    const std::lock_guard lock(mutex);
    sign();
  });
  mutex.unlock();
  EXPECT_EQ(waiters.signatures(), line::first_to_last(count));
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

TYPED_TEST(every_mutex, reports_an_unlock_without_a_lock) {
  TypeParam mutex;
  EXPECT_THROW(mutex.unlock(), std::system_error);
  mutex.lock();
  mutex.unlock();
  EXPECT_THROW(mutex.unlock(), std::system_error);
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

TYPED_TEST(every_mutex, needs_memory_only_for_its_waiters) {
  constexpr std::size_t threads = 4;
  const balance memory;
  TypeParam mutex;
  mutex.lock();
  mutex.unlock();
  EXPECT_EQ(memory.live(), 0);
  run_team(threads, [&](std::size_t /*member*/) {
    for (int i = 0; i < 500; ++i) {
      const std::lock_guard lock(mutex);
      hold_up_others(i);
    }
  });
  EXPECT_LE(memory.live(), static_cast<std::int64_t>(threads + 2));  // the head of the queue, a table
}

template <class Mutex>
class every_mutex_with_nodes : public testing::Test {
  balance _all_memory_returned;
};
TYPED_TEST_SUITE(every_mutex_with_nodes, cqs::tests::mutexes_with_nodes);

TYPED_TEST(every_mutex_with_nodes, admits_one_at_a_time) {
  TypeParam mutex;
  std::uint64_t entries = 0;  // not atomic: the mutex protects it
  run_team(4, [&](std::size_t /*member*/) {
    typename TypeParam::hold hold;
    for (int i = 0; i < 1'500; ++i) {
      mutex.lock(hold);
      entries += 1;
      hold_up_others(i);
      mutex.unlock(hold);
    }
  });
  EXPECT_EQ(entries, 6'000U);
}

TYPED_TEST(every_mutex_with_nodes, serves_waiters_in_order) {
  constexpr std::size_t count = 12;
  TypeParam mutex;
  line waiters;
  typename TypeParam::hold hold;
  mutex.lock(hold);
  waiters.join_and_sign(count, [&](auto sign) {
    typename TypeParam::hold own;
    mutex.lock(own);
    sign();
    mutex.unlock(own);
  });
  mutex.unlock(hold);
  EXPECT_EQ(waiters.signatures(), line::first_to_last(count));
}

TYPED_TEST(every_mutex_with_nodes, reports_an_unlock_without_a_lock) {
  TypeParam mutex;
  typename TypeParam::hold hold;
  EXPECT_THROW(mutex.unlock(hold), std::system_error);
  mutex.lock(hold);
  mutex.unlock(hold);
  EXPECT_THROW(mutex.unlock(hold), std::system_error);
}

TYPED_TEST(every_mutex_with_nodes, needs_at_most_one_node_a_thread) {
  const balance memory;
  TypeParam mutex;
  typename TypeParam::hold first;
  typename TypeParam::hold second;
  for (int i = 0; i < 10; ++i) {
    mutex.lock(first);
    mutex.unlock(first);
    mutex.lock(second);
    mutex.unlock(second);
  }
  EXPECT_LE(memory.live(), 3);  // those of both, and the tail
}

using cqs::baselines::aqs::fairness;

// The waiter sleeps although the mutex is free: a newcomer may take it only if the mutex is unfair.
template <fairness Fairness>
bool arrival_overtakes_waiter() {
  cqs::baselines::aqs::mutex<Fairness, cqs::tests::observed> mutex;
  mutex.lock();
  const cqs::tests::sleeping_thread waiter([&](const auto& /*stop*/) { const std::lock_guard lock(mutex); });
  cqs::tests::observed::delay_wakes();
  mutex.unlock();
  const bool overtakes = mutex.try_lock_for(std::chrono::milliseconds(1));
  cqs::tests::observed::deliver_late_wake();
  if (overtakes) {
    mutex.unlock();
  }
  return overtakes;
}

TEST(aqs_mutex, lets_a_newcomer_overtake_a_waiter_only_if_unfair) {
  EXPECT_TRUE(arrival_overtakes_waiter<fairness::unfair>());
  EXPECT_FALSE(arrival_overtakes_waiter<fairness::fair>());
}

}  // namespace
