#include <condition_variable>
#include <mutex>
#include <queue>
#include <shared_mutex>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <version>

#include <gtest/gtest.h>

#include "support.h"
#include "tested.h"

/// Both condition variables, `std::condition_variable_any` and the tested one, with each lock type.
namespace conformance {
namespace {

static_assert(std::is_default_constructible_v<tested::condition_variable_any>);
static_assert(stays_in_place<tested::condition_variable_any>);

template <class Condition, class Lock>
struct pair {
  using condition = Condition;
  using lock = Lock;
};

template <class Pair>
class condition_variable_on : public ::testing::Test {
 protected:
  typename Pair::lock::mutex_type m;
  typename Pair::condition changed;
};

using any = std::condition_variable_any;
using own = tested::condition_variable_any;
using pairs = ::testing::Types<
    pair<any, std::unique_lock<tested::mutex>>, pair<any, std::unique_lock<tested::timed_mutex>>,
    pair<any, std::unique_lock<tested::shared_mutex>>, pair<any, std::shared_lock<tested::shared_mutex>>,
    pair<any, std::unique_lock<tested::shared_timed_mutex>>,
    pair<any, std::shared_lock<tested::shared_timed_mutex>>, pair<own, std::unique_lock<tested::mutex>>,
    pair<own, std::unique_lock<tested::shared_mutex>>, pair<own, std::shared_lock<tested::shared_mutex>>,
    pair<own, std::unique_lock<std::mutex>>>;
TYPED_TEST_SUITE(condition_variable_on, pairs);

TYPED_TEST(condition_variable_on, wait_ends_by_notification) {
  bool ready = false;
  bool seen = false;
  {
    const joining_thread waiter([&] {
      typename TypeParam::lock lock(this->m);
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
      typename TypeParam::lock lock(this->m);
      this->changed.wait(lock, [&] { return ready; });
      EXPECT_TRUE(ready);
    }
  });
}

TYPED_TEST(condition_variable_on, timed_waits_time_out_with_the_lock_held) {
  typename TypeParam::lock lock(this->m);
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
  typename TypeParam::lock lock(this->m);
  EXPECT_TRUE(this->changed.wait_for(lock, watchdog, [&] { return ready; }));
}

#if defined(__cpp_lib_jthread)  // otherwise std has no such waits
TYPED_TEST(condition_variable_on, a_wait_ends_by_a_stop_request) {
  std::stop_source stop;
  joining_thread stopper([&] {
    std::this_thread::sleep_for(moment);
    stop.request_stop();
  });
  typename TypeParam::lock lock(this->m);
  EXPECT_FALSE(this->changed.wait(lock, stop.get_token(), [] { return false; }));
  EXPECT_TRUE(lock.owns_lock());
  EXPECT_FALSE(this->changed.wait_for(lock, stop.get_token(), watchdog, [] { return false; }));
  EXPECT_TRUE(this->changed.wait(lock, stop.get_token(), [] { return true; }));
}
#endif

TYPED_TEST(condition_variable_on, a_notification_without_a_waiter_is_forgotten) {
  this->changed.notify_one();
  this->changed.notify_all();
  typename TypeParam::lock lock(this->m);
  EXPECT_EQ(this->changed.wait_for(lock, moment), std::cv_status::timeout);
  EXPECT_TRUE(lock.owns_lock());
}

TYPED_TEST(condition_variable_on, a_predicate_that_throws_leaves_the_lock_held) {
  typename TypeParam::lock lock(this->m);
  EXPECT_THROW(this->changed.wait(lock, []() -> bool { throw 1; }), int);
  EXPECT_TRUE(lock.owns_lock());
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
