#include <condition_variable>
#include <mutex>
#include <queue>
#include <shared_mutex>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

#include "support.h"
#include "tested.h"

/// `std::condition_variable_any` with each lock type.
namespace conformance {
namespace {

template <class Lock>
class condition_variable_on : public ::testing::Test {
 protected:
  typename Lock::mutex_type m;
  std::condition_variable_any changed;
};

using lock_types =
    ::testing::Types<std::unique_lock<tested::mutex>, std::unique_lock<tested::timed_mutex>,
                     std::unique_lock<tested::shared_mutex>, std::shared_lock<tested::shared_mutex>,
                     std::unique_lock<tested::shared_timed_mutex>,
                     std::shared_lock<tested::shared_timed_mutex>>;
TYPED_TEST_SUITE(condition_variable_on, lock_types);

TYPED_TEST(condition_variable_on, wait_ends_by_notification) {
  bool ready = false;
  bool seen = false;
  {
    const joining_thread waiter([&] {
      TypeParam lock(this->m);
      this->changed.wait(lock, [&] { return ready; });
      EXPECT_TRUE(lock.owns_lock());
      seen = true;
    });
    std::this_thread::sleep_for(moment);
    {
      const std::lock_guard guard(this->m);
      ready = true;
    }
    this->changed.notify_one();
  }
  EXPECT_TRUE(seen);
}

TYPED_TEST(condition_variable_on, notify_all_ends_every_wait) {
  bool ready = false;
  in_threads(5, [&](int i) {
    if (i == 4) {
      const std::lock_guard guard(this->m);
      ready = true;
      this->changed.notify_all();
    } else {
      TypeParam lock(this->m);
      this->changed.wait(lock, [&] { return ready; });
      EXPECT_TRUE(ready);
    }
  });
}

TYPED_TEST(condition_variable_on, timed_waits_time_out_with_the_lock_held) {
  TypeParam lock(this->m);
  EXPECT_FALSE(this->changed.wait_for(lock, moment, [] { return false; }));
  EXPECT_TRUE(lock.owns_lock());
  EXPECT_FALSE(
      this->changed.wait_until(lock, std::chrono::steady_clock::now() + moment, [] { return false; }));
  EXPECT_FALSE(
      this->changed.wait_until(lock, std::chrono::system_clock::now() + moment, [] { return false; }));
  EXPECT_TRUE(this->changed.wait_for(lock, watchdog, [] { return true; }));
  EXPECT_TRUE(lock.owns_lock());
}

TYPED_TEST(condition_variable_on, a_timed_wait_ends_by_notification) {
  bool ready = false;
  const joining_thread notifier([&] {
    std::this_thread::sleep_for(moment);
    const std::lock_guard guard(this->m);
    ready = true;
    this->changed.notify_one();
  });
  TypeParam lock(this->m);
  EXPECT_TRUE(this->changed.wait_for(lock, watchdog, [&] { return ready; }));
}

TYPED_TEST(condition_variable_on, a_wait_ends_by_a_stop_request) {
  std::stop_source stop;
  joining_thread stopper([&] {
    std::this_thread::sleep_for(moment);
    stop.request_stop();
  });
  TypeParam lock(this->m);
  EXPECT_FALSE(this->changed.wait(lock, stop.get_token(), [] { return false; }));
  EXPECT_TRUE(lock.owns_lock());
  EXPECT_FALSE(this->changed.wait_for(lock, stop.get_token(), watchdog, [] { return false; }));
  EXPECT_TRUE(this->changed.wait(lock, stop.get_token(), [] { return true; }));
}

TYPED_TEST(condition_variable_on, can_implement_a_bounded_queue) {
  constexpr int items = 1000;
  constexpr std::size_t bound = 3;
  std::queue<int> queue;
  long sum = 0;
  in_threads(4, [&](int i) {
    // Threads that change the queue need exclusive ownership.
    std::unique_lock lock(this->m, std::defer_lock);
    for (int item = 1; item <= items; ++item) {
      lock.lock();
      if (i % 2 == 0) {
        this->changed.wait(lock, [&] { return queue.size() < bound; });
        queue.push(item);
      } else {
        this->changed.wait(lock, [&] { return !queue.empty(); });
        sum += queue.front();
        queue.pop();
      }
      lock.unlock();
      this->changed.notify_all();
    }
  });
  EXPECT_EQ(sum, 2L * items * (items + 1) / 2);
  EXPECT_TRUE(queue.empty());
}

}  // namespace
}  // namespace conformance
