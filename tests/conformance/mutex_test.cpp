#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>

#include <gtest/gtest.h>

#include "support.h"
#include "tested.h"
#include "timed_waits.h"

namespace conformance {
namespace {

constinit tested::mutex global_mutex;
CONFORMANCE_CONSTINIT tested::timed_mutex global_timed_mutex;

static_assert(std::is_nothrow_default_constructible_v<tested::mutex>);
static_assert(std::is_default_constructible_v<tested::timed_mutex>);
static_assert(stays_in_place<tested::mutex> && stays_in_place<tested::timed_mutex>);
static_assert(std::is_standard_layout_v<tested::mutex> && std::is_standard_layout_v<tested::timed_mutex>);
static_assert(lockable<tested::mutex>);
static_assert(noexcept(std::declval<tested::mutex&>().try_lock()));
static_assert(timed_lockable<tested::timed_mutex>);

template <class Mutex>
class mutex : public ::testing::Test {
 protected:
  /// Returns true if another thread can lock the mutex now.
  bool is_free() {
    return in_another_thread([this] { return std::unique_lock(m, std::try_to_lock).owns_lock(); });
  }

  Mutex m;
};

using mutex_types = ::testing::Types<tested::mutex, tested::timed_mutex>;
TYPED_TEST_SUITE(mutex, mutex_types);

TYPED_TEST(mutex, is_free_at_first_and_again_after_unlock) {
  EXPECT_TRUE(this->is_free());
  this->m.lock();
  EXPECT_FALSE(this->is_free());
  this->m.unlock();
  EXPECT_TRUE(this->is_free());
}

TYPED_TEST(mutex, try_lock_locks) {
  ASSERT_TRUE(this->m.try_lock());
  EXPECT_FALSE(this->is_free());
  this->m.unlock();
}

TYPED_TEST(mutex, lock_waits_for_unlock) {
  this->m.lock();
  std::atomic<bool> locked = false;
  const joining_thread waiter([&] {
    const std::lock_guard guard(this->m);
    locked = true;
  });
  std::this_thread::sleep_for(moment);
  EXPECT_FALSE(locked);
  this->m.unlock();
  EXPECT_TRUE(eventually([&] { return locked.load(); }));
}

TYPED_TEST(mutex, excludes_and_publishes_writes_to_the_next_holder) {
  constexpr int threads = 4;
  constexpr int rounds = 2000;
  int count = 0;
  in_threads(threads, [&](int) {
    for (int i = 0; i < rounds; ++i) {
      const std::lock_guard guard(this->m);
      ++count;
    }
  });
  EXPECT_EQ(count, threads * rounds);
}

TYPED_TEST(mutex, excludes_threads_that_call_try_lock) {
  int count = 0;
  int successes[4] = {};
  in_threads(4, [&](int i) {
    while (successes[i] < 1000) {
      const std::unique_lock lock(this->m, std::try_to_lock);
      if (lock) {
        ++count;
        ++successes[i];
      } else {
        std::this_thread::yield();
      }
    }
  });
  EXPECT_EQ(count, 4000);
}

TYPED_TEST(mutex, works_with_unique_lock) {
  std::unique_lock lock(this->m);
  EXPECT_TRUE(lock.owns_lock());
  lock.unlock();
  EXPECT_TRUE(this->is_free());
  EXPECT_TRUE(lock.try_lock());
  std::unique_lock moved = std::move(lock);
  EXPECT_FALSE(this->is_free());
  EXPECT_EQ(moved.release(), &this->m);
  const std::unique_lock adopted(this->m, std::adopt_lock);
  EXPECT_TRUE(adopted.owns_lock());
  const std::unique_lock deferred(this->m, std::defer_lock);
  EXPECT_FALSE(deferred.owns_lock());
}

TYPED_TEST(mutex, two_can_be_locked_together_in_any_order) {
  TypeParam second;
  int count = 0;
  in_threads(4, [&](int i) {
    for (int round = 0; round < 500; ++round) {
      if (i % 2 == 0) {
        const std::scoped_lock both(this->m, second);
        ++count;
      } else {
        std::lock(second, this->m);
        const std::scoped_lock both(std::adopt_lock, second, this->m);
        ++count;
      }
    }
  });
  EXPECT_EQ(count, 2000);
  EXPECT_EQ(std::try_lock(this->m, second), -1);
  TypeParam third;
  EXPECT_EQ(in_another_thread([&] { return std::try_lock(third, second); }), 1);
  EXPECT_TRUE(third.try_lock()) << "a failed try_lock did not release its mutexes";
  third.unlock();
  second.unlock();
  this->m.unlock();
}

TYPED_TEST(mutex, may_be_destroyed_as_soon_as_its_last_user_has_unlocked_it) {
  // The previous owner may not have returned from `unlock` yet.
  for (int round = 0; round < 500; ++round) {
    auto shared = std::make_unique<TypeParam>();
    std::atomic<bool> done = false;
    shared->lock();
    joining_thread last_user([&] {
      while (!shared->try_lock()) {
      }
      shared->unlock();
      shared.reset();
      done = true;
    });
    shared->unlock();
    last_user.join();
    EXPECT_TRUE(done);
  }
}

TYPED_TEST(mutex, may_be_destroyed_as_soon_as_its_last_waiter_has_unlocked_it) {
  for (int round = 0; round < 500; ++round) {
    auto* const shared = new TypeParam;
    shared->lock();
    const joining_thread last_user([shared] {
      shared->lock();
      shared->unlock();
      delete shared;
    });
    shared->unlock();
  }
}

TYPED_TEST(mutex, globals_are_initialized_before_main) {
  const std::scoped_lock both(global_mutex, global_timed_mutex);
  EXPECT_FALSE(
      in_another_thread([] { return std::unique_lock(global_mutex, std::try_to_lock).owns_lock(); }));
}

/// Calls `try_lock_for` or `try_lock_until` in another thread, which also unlocks.
struct try_lock_within {
  tested::timed_mutex& m;

  template <class Rep, class Period>
  bool operator()(std::chrono::duration<Rep, Period> timeout) const {
    return in_another_thread([&] { return std::unique_lock(m, timeout).owns_lock(); });
  }
  template <class Clock, class Duration>
  bool operator()(std::chrono::time_point<Clock, Duration> deadline) const {
    return in_another_thread([&] { return std::unique_lock(m, deadline).owns_lock(); });
  }
};

TEST(timed_mutex, a_free_mutex_is_locked_with_any_timeout) {
  tested::timed_mutex m;
  expect_success_at_once(try_lock_within{m}, [] {});
}

TEST(timed_mutex, a_lock_attempt_times_out_and_not_too_early) {
  tested::timed_mutex m;
  const std::lock_guard guard(m);
  expect_failure_in_time(try_lock_within{m});
}

TEST(timed_mutex, a_timed_lock_succeeds_if_unlock_comes_in_time) {
  tested::timed_mutex m;
  // The locking thread has to unlock, so the provider does both.
  const auto hold_for_a_while = [&m](const auto& limit) {
    std::atomic<bool> held = false;
    const joining_thread holder([&] {
      const std::lock_guard guard(m);
      held = true;
      std::this_thread::sleep_for(moment);
    });
    EXPECT_TRUE(eventually([&] { return held.load(); }));
    return try_lock_within{m}(limit);
  };
  with_each_far_limit([&](const char* name, auto limit) { EXPECT_TRUE(hold_for_a_while(limit)) << name; });
}

TEST(timed_mutex, timeouts_leave_no_trace) {
  tested::timed_mutex m;
  int count = 0;
  std::atomic<int> timeouts = 0;
  in_threads(4, [&](int i) {
    for (int round = 0; round < 300; ++round) {
      const std::unique_lock lock(m, std::chrono::microseconds((i + round) % 50));
      if (lock) {
        ++count;
        if (round % 10 == 0) {
          std::this_thread::sleep_for(50us);
        }
      } else {
        ++timeouts;
      }
    }
  });
  EXPECT_EQ(count + timeouts, 1200);
  EXPECT_TRUE(m.try_lock());
  m.unlock();
}

}  // namespace
}  // namespace conformance
