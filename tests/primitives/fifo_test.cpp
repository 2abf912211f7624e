// FIFO order: threads that enqueue one after another are resumed in that order.

#include <cstddef>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <cqs/stack_pool.h>
#include <tests/support/queued.h>
#include <tests/support/variants.h>

namespace {

template <class Variant>
class fifo : public testing::Test {
 protected:
  static constexpr std::size_t count = 12;

  /// Enqueues threads in `queue` one after another. `wait(i)` returns when thread i is resumed and its turn
  /// is recorded.
  template <class Queue, class Wait>
  void line_up(const Queue& queue, Wait&& wait) {
    for (std::size_t i = 0; i < count; ++i) {
      threads.emplace_back([wait, i] { wait(i); });
      cqs::tests::await_queued(queue, i + 1);
    }
  }

  /// Returns the order of the resumes, after `release` was called for each thread.
  void expect_in_order() {
    threads.clear();
    std::vector<std::size_t> expected(count);
    std::iota(expected.begin(), expected.end(), std::size_t{0});
    EXPECT_EQ(order, expected);
  }

  std::vector<std::size_t> order;
  std::vector<std::jthread> threads;
};

using variants =
    testing::Types<cqs::tests::variant_of<cqs::resumption::async, cqs::cancellation::smart, 1, 1>,
                   cqs::tests::variant_of<cqs::resumption::async, cqs::cancellation::simple, 2, 10>,
                   cqs::tests::variant_of<cqs::resumption::sync, cqs::cancellation::smart, 2, 100>,
                   cqs::tests::variant_of<cqs::resumption::sync, cqs::cancellation::simple, 64, 100>>;
TYPED_TEST_SUITE(fifo, variants, cqs::tests::variant_name);

TYPED_TEST(fifo, of_a_mutex) {
  cqs::basic_mutex<TypeParam::variant> mutex;
  mutex.lock();
  this->line_up(mutex.queue(), [&](std::size_t i) {
    mutex.lock();
    this->order.push_back(i);
    mutex.unlock();
  });
  mutex.unlock();
  this->expect_in_order();
}

TYPED_TEST(fifo, of_a_semaphore_despite_aborted_waiters) {
  cqs::counting_semaphore<1, TypeParam::variant> semaphore(0);
  std::vector<typename decltype(semaphore)::request_type*> aborting;
  for (std::size_t i = 0; i < this->count; ++i) {
    auto aborted = semaphore.acquire_request();
    aborted.cancel();
    this->threads.emplace_back([&, i] {
      semaphore.acquire();
      this->order.push_back(i);
      semaphore.release();
    });
    cqs::tests::await_queued(semaphore.queue(), i + 1);
  }
  semaphore.release();
  this->expect_in_order();
}

TYPED_TEST(fifo, of_a_pool) {
  cqs::queue_pool<std::size_t, TypeParam::variant> pool;
  this->line_up(pool.queue(), [&](std::size_t i) {
    const std::size_t turn = pool.take();
    this->order.push_back(i);
    EXPECT_EQ(turn, this->order.size());
    pool.put(turn + 1);
  });
  pool.put(1);
  this->expect_in_order();
}

TYPED_TEST(fifo, of_a_stack_pool) {
  cqs::stack_pool<std::size_t, TypeParam::variant> pool;
  this->line_up(pool.queue(), [&](std::size_t i) {
    const std::size_t turn = pool.take();
    this->order.push_back(i);
    EXPECT_EQ(turn, this->order.size());
    pool.put(turn + 1);
  });
  pool.put(1);
  this->expect_in_order();
}

TYPED_TEST(fifo, of_the_writers_of_a_shared_mutex) {
  cqs::basic_shared_mutex<TypeParam::variant> mutex;
  mutex.lock();
  this->line_up(mutex.writers(), [&](std::size_t i) {
    mutex.lock();
    this->order.push_back(i);
    mutex.unlock();
  });
  mutex.unlock();
  this->expect_in_order();
}

TEST(a_chain_of_ten_thousand, is_resumed_without_recursion) {
  constexpr std::size_t count = 10'000;
  cqs::mutex mutex;
  mutex.lock();
  std::vector<std::unique_ptr<cqs::mutex::request_type>> requests;
  for (std::size_t i = 0; i < count; ++i) {
    requests.emplace_back(new cqs::mutex::request_type(mutex.lock_request()));
  }
  // A request that is destroyed gives its grant back, which resumes the next request.
  mutex.unlock();
  requests.clear();
  EXPECT_TRUE(mutex.try_lock());
}

}  // namespace
