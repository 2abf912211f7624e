// Out of memory: a wait that needs memory throws, and the primitive stays usable.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <new>
#include <thread>

#include <gtest/gtest.h>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <tests/support/counting.h>
#include <tests/support/team.h>
#include <tests/support/waiting.h>

namespace {

using cqs::tests::counting;

class without_memory : public testing::Test {
 protected:
  static void allow(std::int64_t objects) { counting::memory = objects; }
  static void allow_all() { allow(std::numeric_limits<std::int64_t>::max()); }

  ~without_memory() override {
    allow_all();
    EXPECT_EQ(counting::live_objects, 0);
  }
};

constexpr cqs::options two_cells{.segment_size = 2};
using semaphore = cqs::counting_semaphore<1'000, two_cells, counting>;

TEST_F(without_memory, an_acquire_that_has_to_wait_throws_and_changes_nothing) {
  semaphore tested(1);
  tested.acquire();
  allow(0);
  for (int i = 0; i < 100'000; ++i) {  // more iterations than a cursor's offset can count
    ASSERT_THROW(tested.acquire(), std::bad_alloc);
  }
  EXPECT_THROW(static_cast<void>(tested.try_acquire_for(std::chrono::hours(1))), std::bad_alloc);
  tested.release();
  EXPECT_TRUE(tested.try_acquire());
  EXPECT_FALSE(tested.try_acquire());
  allow_all();
  auto request = tested.acquire_request();
  tested.release();
  EXPECT_EQ(request.status(), cqs::request_status::granted);
}

TEST_F(without_memory, earlier_waiters_are_served) {
  semaphore tested(0);
  auto first = tested.acquire_request();
  auto second = tested.acquire_request();
  allow(0);
  EXPECT_THROW(tested.acquire(), std::bad_alloc);
  EXPECT_THROW(tested.acquire(), std::bad_alloc);
  tested.release(2);
  EXPECT_EQ(first.status(), cqs::request_status::granted);
  EXPECT_EQ(second.status(), cqs::request_status::granted);
  EXPECT_FALSE(tested.try_acquire());
}

TEST_F(without_memory, every_wait_throws) {
  cqs::basic_latch<two_cells, counting> latch(1);
  cqs::barrier<cqs::detail::no_completion, two_cells, counting> barrier(2);
  cqs::queue_pool<int, two_cells, counting> pool;
  cqs::basic_shared_mutex<two_cells, counting> mutex;
  mutex.lock();
  allow(0);
  EXPECT_THROW(latch.wait(), std::bad_alloc);
  EXPECT_THROW(barrier.arrive_and_wait(), std::bad_alloc);
  EXPECT_THROW(pool.take(), std::bad_alloc);
  EXPECT_THROW(mutex.lock(), std::bad_alloc);
  EXPECT_THROW(mutex.lock_shared(), std::bad_alloc);
  latch.count_down();
  latch.wait();
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock_shared());
  mutex.unlock_shared();
  // The barrier does not count an arrival that throws.
  static_cast<void>(barrier.arrive());
  barrier.arrive_and_wait();
}

/// Memory runs out from time to time while threads pass permits on: no permit is lost.
TEST_F(without_memory, no_permit_is_lost_while_allocations_fail_at_times) {
  using small =
      cqs::counting_semaphore<2, cqs::options{.segment_size = 1, .waiting = cqs::park_at_once}, counting>;
  small tested(1);
  std::atomic<bool> done = false;
  std::thread famine([&] {
    while (!done) {
      allow(0);
      std::this_thread::yield();
      allow(3);
      std::this_thread::yield();
    }
    allow_all();
  });
  std::atomic<std::int64_t> failed = 0;
  std::atomic<int> inside = 0;
  cqs::tests::run_team(3, [&](std::size_t /*member*/) {
    for (int i = 0; i < 3'000; ++i) {
      try {
        tested.acquire();
        EXPECT_EQ(++inside, 1);
        --inside;
        tested.release();
      } catch (const std::bad_alloc&) {
        ++failed;
      }
    }
  });
  done = true;
  famine.join();
  EXPECT_TRUE(tested.try_acquire());
  EXPECT_FALSE(tested.try_acquire());
}

}  // namespace
