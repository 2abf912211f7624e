// Aborted waits for a mutex: by a deadline, by a stop token, and by many threads at once.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <new>
#include <stop_token>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tests/baselines/algorithms/line.h>
#include <tests/baselines/algorithms/mutexes.h>
#include <tests/support/impatience.h>
#include <tests/support/team.h>

namespace {

using namespace std::chrono_literals;
using cqs::tests::balance;
using cqs::tests::hold_up_others;
using cqs::tests::line;
using cqs::tests::run_team;

template <class Mutex>
class abortable_mutex : public testing::Test {
  balance _all_memory_returned;
};
TYPED_TEST_SUITE(abortable_mutex, cqs::tests::abortable_mutexes);

TYPED_TEST(abortable_mutex, aborts_at_the_deadline_and_not_before) {
  TypeParam mutex;
  mutex.lock();
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(mutex.try_lock_for(5ms));
  EXPECT_GE(std::chrono::steady_clock::now() - start, 5ms);
  EXPECT_FALSE(mutex.try_lock_until(start));
  EXPECT_FALSE(mutex.try_lock_until(std::chrono::system_clock::now() + 1ms));
  EXPECT_FALSE(mutex.try_lock_for(-1s));
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock_for(0s));
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock_for(std::chrono::hours::max()));
  mutex.unlock();
}

TYPED_TEST(abortable_mutex, aborts_on_a_stop_request) {
  TypeParam mutex;
  mutex.lock();
  std::stop_source stop;
  line waiters;
  waiters.join([&] { EXPECT_FALSE(mutex.lock(stop.get_token())); });
  stop.request_stop();
  waiters.disperse();
  EXPECT_FALSE(mutex.lock(stop.get_token()));
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

TYPED_TEST(abortable_mutex, serves_the_remaining_waiters_in_order) {
  // Of a dozen waiters these abort: the first, the last, a single one, and two in a row.
  constexpr std::size_t count = 12;
  const std::vector<std::size_t> leaving = {0, 3, 6, 7, 11};
  TypeParam mutex;
  std::vector<std::stop_source> stops(count);
  line waiters;
  mutex.lock();
  for (std::size_t i = 0; i < count; ++i) {
    waiters.join([&, i] {
      if (mutex.lock(stops[i].get_token())) {
        waiters.sign(i);
        mutex.unlock();
      }
    });
  }
  std::vector<std::size_t> expected;
  for (const std::size_t i : line::first_to_last(count)) {
    if (std::find(leaving.begin(), leaving.end(), i) == leaving.end()) {
      expected.push_back(i);
    } else {
      stops[i].request_stop();
    }
  }
  std::this_thread::sleep_for(20ms);  // most have left by then; the order of the others does not depend on it
  mutex.unlock();
  std::vector<std::size_t> stayed;
  for (const std::size_t i : waiters.signatures()) {
    if (std::find(leaving.begin(), leaving.end(), i) == leaving.end()) {
      stayed.push_back(i);
    }
  }
  EXPECT_EQ(stayed, expected);
}

TYPED_TEST(abortable_mutex, is_free_after_all_waiters_aborted) {
  for (int round = 0; round < 50; ++round) {
    TypeParam mutex;
    mutex.lock();
    run_team(4, [&](std::size_t member) {
      EXPECT_FALSE(mutex.try_lock_for(std::chrono::microseconds(member % 2 * 10)));
    });
    mutex.unlock();
    EXPECT_TRUE(mutex.try_lock());
    mutex.unlock();
  }
}

TYPED_TEST(abortable_mutex, loses_nothing_under_random_aborts) {
  TypeParam mutex;
  std::uint64_t entries = 0;  // not atomic: the mutex protects it
  std::atomic<std::uint64_t> successes = 0;
  cqs::tests::stop_requester stops(4);
  run_team(4, [&](std::size_t member) {
    cqs::tests::impatience patience(stops, member);
    for (int i = 0; i < 3'000; ++i) {
      const bool locked = patience.wait(
          [&] {
            mutex.lock();
            return true;
          },
          [&](auto timeout) { return mutex.try_lock_for(timeout); },
          [&](std::stop_token stop) { return mutex.lock(std::move(stop)); });
      if (locked) {
        entries += 1;
        successes += 1;
        hold_up_others(i);
        mutex.unlock();
      }
    }
  });
  EXPECT_EQ(entries, successes.load());
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

TYPED_TEST(abortable_mutex, keeps_only_the_memory_of_its_waiters) {
  constexpr std::size_t threads = 4;
  const balance memory;
  TypeParam mutex;
  mutex.lock();
  run_team(threads, [&](std::size_t /*member*/) {
    for (int i = 0; i < 1'000; ++i) {
      EXPECT_FALSE(mutex.try_lock_for(1ns));
    }
  });
  EXPECT_LE(memory.live(), static_cast<std::int64_t>(2 * threads));
  mutex.unlock();
}

TYPED_TEST(abortable_mutex, stays_usable_when_memory_runs_out) {
  TypeParam mutex;
  mutex.lock();
  cqs::tests::counting::memory = 0;
  EXPECT_THROW(static_cast<void>(mutex.try_lock_for(1ms)), std::bad_alloc);
  EXPECT_FALSE(mutex.try_lock());
  cqs::tests::counting::memory = std::numeric_limits<std::int64_t>::max();
  EXPECT_FALSE(mutex.try_lock_for(1ms));
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

/// A clock that triggers an event at the first reading, and then is late.
struct fateful_clock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<fateful_clock>;
  [[maybe_unused]] static constexpr bool is_steady = true;
  static inline std::function<void()> fate;

  static time_point now() {
    if (fate) {
      std::exchange(fate, nullptr)();
    }
    return time_point(1s);
  }
};

// The last waiter aborts just after the one before it: the tail is a node without an owner.
TEST(abortable_clh_mutex, try_lock_skips_abandoned_nodes) {
  const balance memory;
  cqs::baselines::spin::abortable_clh_mutex<cqs::tests::observed> mutex;
  for (int round = 0; round < 3; ++round) {
    std::stop_source stop;
    line waiters;
    mutex.lock();
    waiters.join([&] { EXPECT_FALSE(mutex.lock(stop.get_token())); });
    fateful_clock::fate = [&] {
      stop.request_stop();
      waiters.disperse();
    };
    EXPECT_FALSE(mutex.try_lock_until(fateful_clock::time_point()));
    if (round != 1) {
      EXPECT_FALSE(mutex.try_lock());
    }
    mutex.unlock();
    if (round != 2) {
      EXPECT_TRUE(mutex.try_lock());
      EXPECT_FALSE(mutex.try_lock());
      mutex.unlock();
    }
  }
}

}  // namespace
