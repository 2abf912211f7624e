// Objects in constant expressions, where std has them and beyond.

#include <gtest/gtest.h>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>

namespace {

constexpr cqs::latch global_latch(0);

constexpr bool begins_and_ends() {
  [[maybe_unused]] cqs::mutex mutex;
  [[maybe_unused]] cqs::shared_mutex shared;
  [[maybe_unused]] cqs::binary_semaphore semaphore(1);
  [[maybe_unused]] cqs::latch latch(3);
  [[maybe_unused]] cqs::barrier<> barrier(3);
  return true;
}
static_assert(begins_and_ends());
static_assert(cqs::latch::max() > 0 && cqs::barrier<>::max() > 0 && cqs::counting_semaphore<7>::max() == 7);

TEST(constant, latch_is_used_at_run_time) {
  EXPECT_TRUE(global_latch.try_wait());
  constexpr cqs::latch local(0);
  local.wait();
  constexpr cqs::latch closed(1);
  EXPECT_FALSE(closed.try_wait());
}

TEST(constant, local_constinit) {
  static constinit cqs::mutex mutex;
  static constinit cqs::counting_semaphore<2> semaphore(2);
  static thread_local constinit cqs::barrier<> barrier(1);
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
  EXPECT_TRUE(semaphore.try_acquire());
  semaphore.release();
  barrier.arrive_and_wait();
}

}  // namespace
