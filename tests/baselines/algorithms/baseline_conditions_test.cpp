// The conditions of the AQS-style mutexes.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <stop_token>
#include <system_error>
#include <vector>

#include <gtest/gtest.h>

#include <baselines/aqs/condition.h>
#include <baselines/aqs/mutex.h>
#include <tests/baselines/algorithms/line.h>
#include <tests/support/impatience.h>
#include <tests/support/team.h>

namespace {

using namespace std::chrono_literals;
using cqs::baselines::aqs::condition;
using cqs::baselines::aqs::fairness;
using cqs::tests::balance;
using cqs::tests::line;
using cqs::tests::observed;

template <class Mutex>
class aqs_condition : public testing::Test {
  balance _all_memory_returned;

 protected:
  Mutex mutex;
  condition<Mutex> changed{mutex};

  void lock_and_signal() {
    const std::lock_guard lock(mutex);
    changed.signal();
  }
};
using mutexes = testing::Types<cqs::baselines::aqs::mutex<fairness::unfair, observed>,
                               cqs::baselines::aqs::mutex<fairness::fair, observed>>;
TYPED_TEST_SUITE(aqs_condition, mutexes);

TYPED_TEST(aqs_condition, wakes_one_waiter_per_signal_in_fifo_order) {
  constexpr std::size_t count = 6;
  line waiters;
  std::atomic<std::size_t> awake = 0;
  waiters.join_and_sign(count, [&](auto sign) {
    const std::lock_guard lock(this->mutex);
    this->changed.await();
    sign();
    ++awake;
  });
  for (std::size_t i = 1; i <= count; ++i) {
    this->lock_and_signal();
    while (awake.load() < i) {
      std::this_thread::yield();
    }
    EXPECT_EQ(awake.load(), i);
  }
  EXPECT_EQ(waiters.signatures(), line::first_to_last(count));
}

TYPED_TEST(aqs_condition, wakes_all_in_order) {
  constexpr std::size_t count = 6;
  line waiters;
  waiters.join_and_sign(count, [&](auto sign) {
    const std::lock_guard lock(this->mutex);
    this->changed.await();
    sign();
  });
  {
    const std::lock_guard lock(this->mutex);
    this->changed.signal_all();
    EXPECT_EQ(this->mutex.queue_length(), count);
  }
  EXPECT_EQ(waiters.signatures(), line::first_to_last(count));
}

TYPED_TEST(aqs_condition, does_not_store_a_signal_without_a_waiter) {
  const std::lock_guard lock(this->mutex);
  this->changed.signal();
  this->changed.signal_all();
  EXPECT_FALSE(this->changed.await_for(1ms));
}

TYPED_TEST(aqs_condition, locks_the_mutex_again_after_an_abort) {
  this->mutex.lock();
  EXPECT_FALSE(this->changed.await_for(1ms));
  EXPECT_FALSE(this->mutex.try_lock());
  EXPECT_FALSE(this->changed.await_until(std::chrono::steady_clock::now()));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(this->changed.await(stop.get_token()));
  EXPECT_FALSE(this->mutex.try_lock());
  this->mutex.unlock();
}

TYPED_TEST(aqs_condition, skips_aborted_waiters) {
  constexpr std::size_t count = 6;
  std::vector<std::stop_source> stops(count);
  std::atomic<std::size_t> left = 0;
  line waiters;
  for (std::size_t i = 0; i < count; ++i) {
    waiters.join([&, i] {
      const std::lock_guard lock(this->mutex);
      if (this->changed.await(stops[i].get_token())) {
        waiters.sign(i);
      } else {
        ++left;
      }
    });
  }
  for (const std::size_t i : std::vector<std::size_t>{0, 2, 3, 5}) {
    stops[i].request_stop();
  }
  while (left.load() < 4) {
    std::this_thread::yield();
  }
  this->lock_and_signal();
  this->lock_and_signal();
  EXPECT_EQ(waiters.signatures(), (std::vector<std::size_t>{1, 4}));
}

TYPED_TEST(aqs_condition, removes_aborted_waiters) {
  constexpr std::size_t count = 4;
  // An aborting waiter locks the mutex at once, or has to wait for it.
  for (const bool mutex_is_held : {false, true}) {
    {
      std::vector<std::stop_source> stops(count);
      std::atomic<std::size_t> left = 0;
      line leavers;
      for (std::size_t i = 0; i < count; ++i) {
        leavers.join([&, i] {
          const std::lock_guard lock(this->mutex);
          EXPECT_FALSE(this->changed.await(stops[i].get_token()));
          ++left;
        });
      }
      std::unique_lock lock(this->mutex, std::defer_lock);
      if (mutex_is_held) {
        lock.lock();
      }
      for (std::size_t i = 0; i < count; ++i) {
        stops[i].request_stop();
        while ((mutex_is_held ? this->mutex.queue_length() : left.load()) != i + 1) {
          std::this_thread::yield();
        }
      }
    }
    line waiters;
    waiters.join_and_sign(count, [&](auto sign) {
      const std::lock_guard lock(this->mutex);
      this->changed.await();
      sign();
    });
    for (std::size_t i = 0; i < count; ++i) {
      this->lock_and_signal();
    }
    EXPECT_EQ(waiters.signatures(), line::first_to_last(count));
  }
}

TYPED_TEST(aqs_condition, skips_an_aborted_waiter_that_has_not_locked_yet) {
  for (int round = 0; round < 3; ++round) {
    std::stop_source stop;
    line waiters;
    waiters.join([&] {
      const std::lock_guard lock(this->mutex);
      EXPECT_FALSE(this->changed.await(stop.get_token()));
    });
    waiters.join([&] {
      const std::lock_guard lock(this->mutex);
      this->changed.await();
    });
    {
      const std::lock_guard lock(this->mutex);
      stop.request_stop();
      while (this->mutex.queue_length() != 1) {
        std::this_thread::yield();
      }
      if (round != 1) {
        this->changed.signal();
      }
    }
    if (round == 1) {  // the aborted waiter has left the list by itself, or will be skipped
      this->lock_and_signal();
    }
  }
}

TYPED_TEST(aqs_condition, gives_a_signal_to_another_waiter_if_the_first_aborted) {
  for (int round = 0; round < 200; ++round) {
    std::stop_source stop;
    bool first_signalled = false;
    line waiters;
    waiters.join([&] {
      const std::lock_guard lock(this->mutex);
      first_signalled = this->changed.await(stop.get_token());
      if (first_signalled) {
        this->changed.signal();
      }
    });
    waiters.join([&] {
      const std::lock_guard lock(this->mutex);
      this->changed.await();
    });
    std::jthread signaller([&] { this->lock_and_signal(); });
    stop.request_stop();
    waiters.disperse();  // hangs if the signal is lost
  }
}

TYPED_TEST(aqs_condition, passes_a_token_around_under_random_aborts) {
  constexpr std::size_t members = 4;
  int tokens = 0;  // guarded by the mutex
  std::atomic<int> taken = 0;
  std::atomic<int> given = 0;
  cqs::tests::stop_requester stops(members);
  cqs::tests::run_team(members, [&](std::size_t member) {
    cqs::tests::impatience patience(stops, member);
    for (int i = 0; i < 800; ++i) {
      const std::lock_guard lock(this->mutex);
      if (member % 2 == 0) {
        ++tokens;
        ++given;
        patience.one_in(4) ? this->changed.signal_all() : this->changed.signal();
      } else if (tokens == 0) {
        static_cast<void>(patience.wait([&] { return this->changed.await_for(100us); },
                                        [&](auto timeout) { return this->changed.await_for(timeout); },
                                        [&](std::stop_token stop) { return this->changed.await(stop); }));
      }
      if (member % 2 != 0 && tokens > 0) {
        --tokens;
        ++taken;
      }
    }
  });
  EXPECT_EQ(tokens + taken.load(), given.load());
  EXPECT_EQ(this->mutex.queue_length(), 0U);
}

TYPED_TEST(aqs_condition, rejects_calls_without_the_mutex) {
  EXPECT_THROW(this->changed.await(), std::system_error);
  EXPECT_THROW(this->changed.signal(), std::system_error);
  EXPECT_THROW(this->changed.signal_all(), std::system_error);
}

}  // namespace
