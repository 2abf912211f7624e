// Waits of Boost fibers: the fiber waits while its thread runs other fibers.

#include <atomic>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>

#include <cqs/barrier.h>
#include <cqs/fiber.h>
#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <cqs/weighted_semaphore.h>
#include <tests/support/queued.h>
#include <tests/support/structure.h>
#include <tests/support/team.h>
#include <tests/support/variants.h>

namespace {

namespace fiber = cqs::fiber;
using boost::fibers::launch;

/// Runs the body in a fiber of this thread until it waits.
template <class Body>
boost::fibers::fiber start(Body body) {
  return boost::fibers::fiber(launch::dispatch, std::move(body));
}

TEST(fiber, waits_for_every_primitive_in_turn) {
  cqs::mutex mutex;
  cqs::binary_semaphore semaphore(0);
  cqs::latch latch(2);
  cqs::barrier barrier(2, []() noexcept {});
  cqs::shared_mutex shared;
  cqs::queue_pool<std::unique_ptr<int>> pool;
  mutex.lock();
  shared.lock();
  int step = 0;
  auto waiting = start([&] {
    fiber::lock(mutex);
    ++step;
    fiber::acquire(semaphore);
    ++step;
    fiber::arrive_and_wait(latch);
    fiber::wait(latch);
    ++step;
    fiber::arrive_and_wait(barrier);
    ++step;
    fiber::wait(barrier, barrier.arrive());
    ++step;
    EXPECT_EQ(*fiber::take(pool), 7);
    ++step;
    fiber::lock_shared(shared);
    shared.unlock_shared();
    { const auto guard = fiber::scoped_lock_shared(shared); }
    { const auto guard = fiber::scoped_lock(shared); }
    ++step;
  });
  const auto expect_step = [&](int expected) {
    boost::this_fiber::yield();
    EXPECT_EQ(step, expected);
  };
  expect_step(0);
  mutex.unlock();
  expect_step(1);
  semaphore.release();
  expect_step(2);
  latch.count_down();
  expect_step(3);
  fiber::arrive_and_wait(barrier);
  expect_step(4);
  static_cast<void>(barrier.arrive());
  expect_step(5);
  pool.put(std::make_unique<int>(7));
  expect_step(6);
  shared.unlock();
  expect_step(7);
  waiting.join();
}

TEST(fiber, waits_for_several_permits_at_once) {
  cqs::weighted_semaphore<8> semaphore(1);
  std::stop_source stop;
  int step = 0;
  auto large = start([&] { step += fiber::acquire(semaphore, 8, stop.get_token()) ? 100 : 1; });
  auto small = start([&] {
    fiber::acquire(semaphore, 3);
    step += 10;
  });
  semaphore.release(2);
  boost::this_fiber::yield();
  EXPECT_EQ(step, 0);
  stop.request_stop();
  large.join();
  small.join();
  EXPECT_EQ(step, 11);
}

TEST(fiber, learns_that_its_wait_was_aborted) {
  cqs::mutex mutex;
  cqs::binary_semaphore semaphore(0);
  cqs::latch latch(2);
  cqs::barrier barrier(3, []() noexcept {});
  cqs::shared_mutex shared;
  cqs::queue_pool<int> pool;
  mutex.lock();
  shared.lock();
  std::vector<std::stop_source> stops(9);
  std::size_t next = 0;
  const auto token = [&] { return stops[next].get_token(); };
  auto waiting = start([&] {
    EXPECT_FALSE(fiber::lock(mutex, token()));
    ++next;
    EXPECT_FALSE(fiber::scoped_lock(mutex, token()).owns_lock());
    ++next;
    EXPECT_FALSE(fiber::acquire(semaphore, token()));
    ++next;
    EXPECT_FALSE(fiber::arrive_and_wait(latch, token()));
    EXPECT_FALSE(fiber::wait(latch, token())) << "a wait succeeded after its stop request";
    ++next;
    EXPECT_FALSE(fiber::arrive_and_wait(barrier, token()));
    ++next;
    const auto arrival = barrier.arrive();
    EXPECT_FALSE(fiber::wait(barrier, arrival, token()));
    ++next;
    EXPECT_FALSE(fiber::take(pool, token()).has_value());
    ++next;
    EXPECT_FALSE(fiber::lock_shared(shared, token()));
    ++next;
    EXPECT_FALSE(fiber::scoped_lock_shared(shared, token()).owns_lock());
    ++next;
  });
  for (std::size_t i = 0; i < stops.size(); ++i) {
    ASSERT_EQ(next, i);
    if (i % 2 == 0) {
      stops[i].request_stop();
    } else {
      std::thread([&] { stops[i].request_stop(); }).join();
    }
    while (next == i) {
      boost::this_fiber::yield();
    }
  }
  waiting.join();
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock());
  cqs::tests::expect_sound_structure(mutex.queue());
}

TEST(fiber, unlocks_by_its_guard_when_it_throws) {
  cqs::mutex mutex;
  mutex.lock();
  auto throwing = start([&] {
    try {
      const auto guard = fiber::scoped_lock(mutex);
      throw std::runtime_error("inside");
    } catch (const std::runtime_error&) {
    }
  });
  mutex.unlock();
  throwing.join();
  EXPECT_TRUE(mutex.try_lock());
}

/// A thread without fibers resumes the fibers. The thread of the waiting fibers sleeps or runs other fibers.
TEST(fiber, is_resumed_from_another_thread) {
  constexpr int rounds = 2'000;
  cqs::counting_semaphore<> semaphore(0);
  std::jthread releaser([&] {
    for (int i = 0; i < 2 * rounds; ++i) {
      semaphore.release();
    }
  });
  const auto acquire_all = [&] {
    for (int i = 0; i < rounds; ++i) {
      fiber::acquire(semaphore);
    }
  };
  auto first = start(acquire_all);
  auto second = start(acquire_all);
  first.join();
  second.join();
  EXPECT_FALSE(semaphore.try_acquire());
}

template <class Variant>
class fibers : public testing::Test {};
using variants =
    testing::Types<cqs::tests::variant_of<cqs::resumption::async, cqs::cancellation::smart, 1, 1>,
                   cqs::tests::variant_of<cqs::resumption::async, cqs::cancellation::simple, 2, 1>,
                   cqs::tests::variant_of<cqs::resumption::sync, cqs::cancellation::smart, 64, 10>,
                   cqs::tests::overtaking_variant_of<2, 2, 1>>;
TYPED_TEST_SUITE(fibers, variants, cqs::tests::variant_name);

/// Fibers of several threads, with aborts at any moment.
TYPED_TEST(fibers, of_two_threads_exclude_each_other_by_a_mutex) {
  cqs::basic_mutex<TypeParam::variant> mutex;
  std::size_t plain = 0;
  std::atomic<std::size_t> locked = 0;
  cqs::tests::run_team(2, [&](std::size_t /*member*/) {
    std::vector<boost::fibers::fiber> group;
    for (std::size_t i = 0; i < 8; ++i) {
      group.push_back(start([&, i] {
        for (int round = 0; round < 300; ++round) {
          std::stop_source stop;
          auto stopper = start([&] {
            boost::this_fiber::yield();
            if (i % 2 == 0) {
              stop.request_stop();
            }
          });
          if (fiber::lock(mutex, stop.get_token())) {
            ++plain;
            ++locked;
            boost::this_fiber::yield();
            mutex.unlock();
          }
          stopper.join();
        }
      }));
    }
    for (auto& each : group) {
      each.join();
    }
  });
  EXPECT_EQ(plain, locked);
  EXPECT_TRUE(mutex.try_lock()) << "the permit was lost";
  EXPECT_FALSE(mutex.try_lock()) << "the permit was duplicated";
  cqs::tests::expect_sound_structure(mutex.queue());
}

}  // namespace
