// Requests, the paper's futures: a place in the queue without a waiting thread.

#include <chrono>
#include <memory>
#include <stop_token>
#include <system_error>
#include <thread>

#include <gtest/gtest.h>

#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/stack_pool.h>

namespace {

using cqs::request_status;

TEST(request, is_granted_at_once_if_it_need_not_wait) {
  cqs::binary_semaphore semaphore(1);
  auto request = semaphore.acquire_request();
  EXPECT_EQ(request.status(), request_status::granted);
  request.get();
  EXPECT_FALSE(semaphore.try_acquire());
}

TEST(request, gives_back_a_permit_that_was_not_taken) {
  cqs::binary_semaphore semaphore(1);
  { const auto request = semaphore.acquire_request(); }
  EXPECT_TRUE(semaphore.try_acquire());
  {
    const auto request = semaphore.acquire_request();
    semaphore.release();
  }
  EXPECT_TRUE(semaphore.try_acquire());
}

TEST(request, aborts_in_its_destructor) {
  cqs::binary_semaphore semaphore(0);
  { const auto request = semaphore.acquire_request(); }
  semaphore.release();
  EXPECT_TRUE(semaphore.try_acquire());
}

TEST(request, can_be_cancelled_once) {
  cqs::mutex mutex;
  mutex.lock();
  auto request = mutex.lock_request();
  EXPECT_TRUE(request.cancel());
  EXPECT_FALSE(request.cancel());
  EXPECT_EQ(request.status(), request_status::cancelled);
  EXPECT_THROW(request.get(), std::system_error);
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock());
}

TEST(request, cannot_be_cancelled_once_granted) {
  cqs::mutex mutex;
  mutex.lock();
  auto request = mutex.lock_request();
  mutex.unlock();
  EXPECT_FALSE(request.cancel());
  EXPECT_EQ(request.status(), request_status::granted);
  request.get();
  EXPECT_THROW(request.get(), std::system_error);
  EXPECT_FALSE(mutex.try_lock());
}

TEST(request, can_be_waited_for) {
  cqs::binary_semaphore semaphore(0);
  auto request = semaphore.acquire_request();
  const std::jthread releaser([&] { semaphore.release(); });
  request.wait();
  EXPECT_EQ(request.status(), request_status::granted);
}

TEST(request, can_be_waited_for_until_a_deadline_or_a_stop_request) {
  cqs::binary_semaphore semaphore(0);
  auto late = semaphore.acquire_request();
  EXPECT_FALSE(late.wait_for(std::chrono::milliseconds(1)));
  EXPECT_EQ(late.status(), request_status::cancelled);
  std::stop_source stop;
  stop.request_stop();
  auto stopped = semaphore.acquire_request();
  EXPECT_FALSE(stopped.wait(stop.get_token()));
  auto timely = semaphore.acquire_request();
  semaphore.release();
  EXPECT_TRUE(timely.wait_until(std::chrono::steady_clock::now() - std::chrono::seconds(1)));
  timely.get();
  EXPECT_FALSE(semaphore.try_acquire());
}

TEST(request, brings_the_element_of_a_pool) {
  cqs::queue_pool<std::unique_ptr<int>> pool;
  auto first = pool.take_request();
  auto second = pool.take_request();
  pool.put(std::make_unique<int>(1));
  EXPECT_EQ(*first.get(), 1);
  EXPECT_TRUE(second.cancel());
  pool.put(std::make_unique<int>(2));
  EXPECT_EQ(*pool.take(), 2);
}

TEST(request, puts_back_an_element_that_was_not_taken) {
  cqs::stack_pool<std::unique_ptr<int>> pool;
  pool.put(std::make_unique<int>(1));
  { const auto request = pool.take_request(); }
  const auto element = pool.try_take();
  ASSERT_TRUE(element.has_value());
  EXPECT_EQ(**element, 1);
}

TEST(request, waits_for_a_latch) {
  cqs::latch latch(1);
  auto aborted = latch.wait_request();
  auto kept = latch.wait_request();
  EXPECT_TRUE(aborted.cancel());
  EXPECT_EQ(kept.status(), request_status::waiting);
  latch.count_down();
  EXPECT_EQ(kept.status(), request_status::granted);
  kept.get();
}

}  // namespace
