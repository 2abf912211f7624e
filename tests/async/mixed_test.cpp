// Threads, requests, coroutines and fibers share one FIFO queue.

#include <cstddef>
#include <functional>
#include <memory>
#include <numeric>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#if CQS_WITH_FIBERS
#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>

#include <cqs/fiber.h>
#endif

#include <gtest/gtest.h>

#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <tests/support/queued.h>
#include <tests/support/variants.h>
#include <workloads/coroutines/task.h>
#include <workloads/coroutines/worker_pool.h>

namespace {

using cqs::workloads::task;

template <class Variant>
class mixed : public testing::Test {
 protected:
  static constexpr std::size_t count = 24;
  static constexpr std::size_t kinds = CQS_WITH_FIBERS ? 4 : 3;

  ~mixed() override {
#if CQS_WITH_FIBERS
    for (auto& each : fibers) {
      each.join();  // first, because they run in this thread
    }
#endif
    for (task& each : tasks) {
      each.join();
    }
    threads.clear();
    std::vector<std::size_t> expected(count);
    std::iota(expected.begin(), expected.end(), std::size_t{0});
    EXPECT_EQ(order, expected);
  }

  /// A primitive that lives until all waiters are back.
  template <class Primitive, class... Args>
  Primitive& create(Args... args) {
    const auto object = std::make_shared<Primitive>(args...);
    created = object;
    return *object;
  }

  /// Starts the i-th waiter: in turn a thread, a coroutine that continues in the resuming thread, a coroutine
  /// that continues in a worker, and a fiber.
  template <class Primitive, class Await, class Block, class Go>
  void come(Primitive& primitive, std::size_t i, Await await, Block block, Go go) {
    switch (i % kinds) {
      case 0:
        threads.emplace_back([this, &primitive, i, block, go] {
          block(primitive);
          order.push_back(i);
          go(primitive);
        });
        break;
      case 1:
        tasks.push_back([](auto& self, Primitive& p, std::size_t number, Await a, Go g) -> task {
          co_await a(p);
          self.order.push_back(number);
          g(p);
        }(*this, primitive, i, await, go));
        tasks.back().coroutine().resume();
        break;
      case 2:
        tasks.push_back([](auto& self, Primitive& p, std::size_t number, Await a, Go g) -> task {
          co_await a(p).via([&self](auto coroutine) { self.workers.post(coroutine); });
          self.order.push_back(number);
          g(p);
        }(*this, primitive, i, await, go));
        tasks.back().coroutine().resume();
        break;
#if CQS_WITH_FIBERS
      default:
        fibers.emplace_back(boost::fibers::launch::dispatch, [this, &primitive, i, await, go] {
          cqs::fiber::wait_for(await(primitive));
          order.push_back(i);
          go(primitive);
        });
        break;
#endif
    }
  }

  std::shared_ptr<void> created;
  std::vector<std::size_t> order;
  std::vector<task> tasks;
  std::vector<std::jthread> threads;
#if CQS_WITH_FIBERS
  std::vector<boost::fibers::fiber> fibers;
#endif
  cqs::workloads::worker_pool workers{1};
};

using variants =
    testing::Types<cqs::tests::variant_of<cqs::resumption::async, cqs::cancellation::smart, 1, 1>,
                   cqs::tests::variant_of<cqs::resumption::async, cqs::cancellation::simple, 2, 10>,
                   cqs::tests::variant_of<cqs::resumption::sync, cqs::cancellation::smart, 2, 100>,
                   cqs::tests::variant_of<cqs::resumption::sync, cqs::cancellation::simple, 64, 100>>;
TYPED_TEST_SUITE(mixed, variants, cqs::tests::variant_name);

TYPED_TEST(mixed, waiters_get_a_mutex_in_order) {
  auto& mutex = this->template create<cqs::basic_mutex<TypeParam::variant>>();
  mutex.lock();
  for (std::size_t i = 0; i < this->count; ++i) {
    this->come(
        mutex, i, [](auto& m) { return m.async_lock(); }, [](auto& m) { m.lock(); },
        [](auto& m) { m.unlock(); });
    cqs::tests::await_queued(mutex.queue(), i + 1);
  }
  mutex.unlock();
}

TYPED_TEST(mixed, waiters_get_a_permit_in_order_despite_aborts_between_them) {
  auto& semaphore = this->template create<cqs::counting_semaphore<1, TypeParam::variant>>(0);
  for (std::size_t i = 0; i < this->count; ++i) {
    std::stop_source stop;
    const auto wait = [&]() -> task { EXPECT_FALSE(co_await semaphore.async_acquire(stop.get_token())); };
    const task aborted = wait();
    aborted.coroutine().resume();
    this->come(
        semaphore, i, [](auto& s) { return s.async_acquire(); }, [](auto& s) { s.acquire(); },
        [](auto& s) { s.release(); });
    stop.request_stop();
    aborted.join();
    cqs::tests::await_queued(semaphore.queue(), i + 1);
  }
  semaphore.release();
}

TYPED_TEST(mixed, waiters_get_an_element_in_order) {
  auto& pool = this->template create<cqs::queue_pool<std::size_t, TypeParam::variant>>();
  for (std::size_t i = 0; i < this->count; ++i) {
    this->come(
        pool, i, [](auto& p) { return p.async_take(); }, [](auto& p) { static_cast<void>(p.take()); },
        [](auto& p) { p.put(1); });
    cqs::tests::await_queued(pool.queue(), i + 1);
  }
  pool.put(1);
}

}  // namespace
