// Waits of coroutines: when, where and with which result a coroutine continues.

#include <atomic>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <shared_mutex>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <cqs/stack_pool.h>
#include <tests/support/counting.h>
#include <tests/support/places.h>
#include <tests/support/structure.h>
#include <workloads/coroutines/task.h>
#include <workloads/coroutines/worker_pool.h>

namespace {

using cqs::request_status;
using cqs::tests::by_coroutine;
using cqs::workloads::task;

TEST(coroutine, continues_at_once_if_it_need_not_wait) {
  cqs::mutex mutex;
  cqs::binary_semaphore semaphore(1);
  cqs::latch latch(1);
  cqs::barrier barrier(1, []() noexcept {});
  cqs::shared_mutex shared;
  cqs::queue_pool<int> pool;
  pool.put(7);
  const auto all = [&]() -> task {
    co_await mutex.async_lock();
    co_await semaphore.async_acquire();
    co_await latch.async_arrive_and_wait();
    co_await latch.async_wait();
    co_await barrier.async_arrive_and_wait();
    co_await barrier.async_wait(barrier.arrive());
    EXPECT_EQ(co_await pool.async_take(), 7);
    co_await shared.async_lock();
    shared.unlock();
    co_await shared.async_lock_shared();
  };
  const task ran = all();
  ran.coroutine().resume();
  ran.join();
  EXPECT_FALSE(mutex.try_lock());
  EXPECT_FALSE(semaphore.try_acquire());
  EXPECT_FALSE(shared.try_lock());
}

TEST(coroutine, does_nothing_before_it_is_awaited) {
  cqs::latch latch(1);
  cqs::mutex mutex;
  {
    [[maybe_unused]] const auto arrival = latch.async_arrive_and_wait();
    [[maybe_unused]] const auto lock = mutex.async_lock();
  }
  EXPECT_FALSE(latch.try_wait());
  EXPECT_TRUE(mutex.try_lock());
}

TEST(coroutine, waits_for_every_primitive_in_turn) {
  cqs::mutex mutex;
  cqs::binary_semaphore semaphore(0);
  cqs::latch latch(2);
  cqs::barrier barrier(2, []() noexcept {});
  cqs::shared_mutex shared;
  cqs::stack_pool<std::unique_ptr<int>> pool;
  mutex.lock();
  shared.lock();
  int step = 0;
  const auto all = [&]() -> task {
    co_await mutex.async_lock();
    ++step;
    co_await semaphore.async_acquire();
    ++step;
    co_await latch.async_arrive_and_wait();
    ++step;
    co_await barrier.async_arrive_and_wait();
    ++step;
    co_await barrier.async_wait(barrier.arrive());
    ++step;
    EXPECT_EQ(*co_await pool.async_take(), 7);
    ++step;
    co_await shared.async_lock_shared();
    ++step;
    shared.unlock_shared();
  };
  const task waiting = all();
  waiting.coroutine().resume();
  EXPECT_EQ(step, 0);
  mutex.unlock();
  EXPECT_EQ(step, 1);
  semaphore.release();
  EXPECT_EQ(step, 2);
  latch.count_down();
  EXPECT_EQ(step, 3);
  barrier.arrive_and_wait();
  EXPECT_EQ(step, 4);
  static_cast<void>(barrier.arrive());
  EXPECT_EQ(step, 5);
  pool.put(std::make_unique<int>(7));
  EXPECT_EQ(step, 6);
  shared.unlock();
  EXPECT_EQ(step, 7);
  waiting.join();
}

TEST(coroutine, learns_that_its_wait_was_aborted) {
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
  const auto all = [&]() -> task {
    EXPECT_FALSE(co_await mutex.async_lock(stops[next].get_token()));
    ++next;
    EXPECT_FALSE((co_await mutex.async_scoped_lock(stops[next].get_token())).owns_lock());
    ++next;
    EXPECT_FALSE(co_await semaphore.async_acquire(stops[next].get_token()));
    ++next;
    EXPECT_FALSE(co_await latch.async_wait(stops[next].get_token()));
    ++next;
    EXPECT_FALSE(co_await barrier.async_arrive_and_wait(stops[next].get_token()));
    ++next;
    const auto arrival = barrier.arrive();
    EXPECT_FALSE(co_await barrier.async_wait(arrival, stops[next].get_token()));
    ++next;
    EXPECT_FALSE((co_await pool.async_take(stops[next].get_token())).has_value());
    ++next;
    EXPECT_FALSE(co_await shared.async_lock(stops[next].get_token()));
    ++next;
    EXPECT_FALSE((co_await shared.async_scoped_lock_shared(stops[next].get_token())).owns_lock());
    ++next;
  };
  const task waiting = all();
  waiting.coroutine().resume();
  for (std::size_t i = 0; i < stops.size(); ++i) {
    EXPECT_EQ(next, i);
    stops[i].request_stop();
  }
  waiting.join();
  EXPECT_EQ(next, stops.size());
  // An aborted wait leaves nothing behind; an arrival at a barrier remains.
  mutex.unlock();
  shared.unlock();
  pool.put(1);
  EXPECT_TRUE(mutex.try_lock());
  EXPECT_TRUE(shared.try_lock());
  EXPECT_EQ(pool.try_take(), 1);
  barrier.arrive_and_wait();
  cqs::tests::expect_sound_structure(mutex.queue());
  cqs::tests::expect_sound_structure(barrier.queue());
}

TEST(coroutine, that_starts_after_the_stop_request_takes_a_free_permit_and_does_not_wait) {
  cqs::binary_semaphore semaphore(1);
  std::stop_source stop;
  stop.request_stop();
  const auto twice = [&]() -> task {
    EXPECT_TRUE(co_await semaphore.async_acquire(stop.get_token()));
    EXPECT_FALSE(co_await semaphore.async_acquire(stop.get_token()));
  };
  const task ran = twice();
  ran.coroutine().resume();
  ran.join();
}

TEST(coroutine, waits_with_a_token_that_can_never_be_stopped) {
  cqs::binary_semaphore semaphore(0);
  const auto place =
      by_coroutine::place([&](auto /*stop*/) { return semaphore.async_acquire(std::stop_token()); });
  EXPECT_EQ(place->status(), request_status::waiting);
  semaphore.release();
  EXPECT_EQ(place->status(), request_status::granted);
}

TEST(coroutine, unlocks_by_its_guard_when_it_throws) {
  cqs::mutex mutex;
  cqs::shared_mutex shared;
  mutex.lock();
  const auto throwing = [&]() -> task {
    const auto lock = co_await mutex.async_scoped_lock();
    const auto reading = co_await shared.async_scoped_lock_shared();
    EXPECT_TRUE(lock.owns_lock());
    EXPECT_FALSE(shared.try_lock());
    throw std::runtime_error("inside");
  };
  const task waiting = throwing();
  waiting.coroutine().resume();
  mutex.unlock();
  EXPECT_THROW(waiting.join(), std::runtime_error);
  EXPECT_TRUE(mutex.try_lock());
  EXPECT_TRUE(shared.try_lock());
}

TEST(coroutine, leaves_the_queue_when_it_is_destroyed) {
  cqs::mutex mutex;
  cqs::latch latch(1);
  cqs::barrier barrier(2, []() noexcept {});
  cqs::queue_pool<std::unique_ptr<int>> pool;
  mutex.lock();
  std::stop_source stop;
  {
    auto first = by_coroutine::lock(mutex);
    auto second = by_coroutine::lock(mutex);
    const auto opening = by_coroutine::wait(latch);
    const auto taking = by_coroutine::take(pool);
    const auto arrive = [&]() -> task { co_await barrier.async_arrive_and_wait(); };
    const task arriving = arrive();
    arriving.coroutine().resume();
    first.reset();
    EXPECT_EQ(second->status(), request_status::waiting);
  }
  stop.request_stop();
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock());
  pool.put(std::make_unique<int>(1));
  EXPECT_TRUE(pool.try_take().has_value());
  latch.count_down();
  static_cast<void>(barrier.arrive());
  cqs::tests::expect_sound_structure(mutex.queue());
  cqs::tests::expect_sound_structure(barrier.queue());
}

/// The coroutine is resumed but does not run yet: it runs when the resuming coroutine suspends.
TEST(coroutine, gives_its_grant_back_when_it_is_destroyed_before_it_runs) {
  cqs::mutex mutex;
  cqs::queue_pool<std::unique_ptr<int>> pool;
  mutex.lock();
  auto locking = by_coroutine::lock(mutex);
  auto taking = by_coroutine::take(pool);
  auto also_taking = by_coroutine::take(pool);
  const auto hand_over_and_destroy = [&]() -> task {
    mutex.unlock();
    pool.put(std::make_unique<int>(7));
    EXPECT_EQ(locking->status(), request_status::waiting);
    locking.reset();
    taking.reset();
    co_return;
  };
  const task ran = hand_over_and_destroy();
  cqs::resume_in_turn(ran.coroutine());
  ran.join();
  EXPECT_TRUE(mutex.try_lock());
  ASSERT_EQ(also_taking->status(), request_status::granted);
  EXPECT_EQ(*also_taking->get(), 7);
}

TEST(coroutine, continues_where_via_sends_it) {
  cqs::binary_semaphore semaphore(0);
  cqs::workloads::worker_pool workers(1);
  std::thread::id worker;
  const auto wait = [&]() -> task {
    co_await semaphore.async_acquire().via([&](std::coroutine_handle<> c) { workers.post(c); });
    worker = std::this_thread::get_id();
    std::stop_source stop;
    std::jthread stopper([&] { stop.request_stop(); });
    EXPECT_FALSE(co_await semaphore.async_acquire(stop.get_token()).via([&](auto c) { workers.post(c); }));
    EXPECT_EQ(std::this_thread::get_id(), worker);
  };
  const task waiting = wait();
  waiting.coroutine().resume();
  semaphore.release();
  waiting.join();
  EXPECT_NE(worker, std::this_thread::get_id());
}

TEST(coroutine, that_hands_off_continues_before_its_successor) {
  cqs::mutex mutex;
  std::vector<int> order;
  const auto first = [&]() -> task {
    co_await mutex.async_lock();
    co_await mutex.async_lock();  // until the main thread unlocks
    mutex.unlock();
    order.push_back(1);
    co_return;
  };
  const auto second = [&]() -> task {
    co_await mutex.async_lock();
    order.push_back(2);
    mutex.unlock();
  };
  const task a = first();
  const task b = second();
  a.coroutine().resume();
  b.coroutine().resume();
  mutex.unlock();
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

/// If one operation resumes several coroutines, each finds the operation finished.
TEST(coroutine, runs_when_the_operation_that_resumed_it_is_over) {
  cqs::counting_semaphore<> semaphore(0);
  cqs::latch latch(1);
  std::vector<int> order;
  const auto wait = [&](auto& waited, int number) -> task {
    if constexpr (requires { waited.async_wait(); }) {
      co_await waited.async_wait();
    } else {
      co_await waited.async_acquire();
      semaphore.release();
      EXPECT_TRUE(semaphore.try_acquire()) << "a waiter is left in the queue and gets the permit";
    }
    order.push_back(number);
  };
  std::vector<task> tasks;
  for (int i = 0; i < 3; ++i) {
    tasks.push_back(wait(semaphore, i));
  }
  for (int i = 3; i < 6; ++i) {
    tasks.push_back(wait(latch, i));
  }
  for (const task& each : tasks) {
    each.coroutine().resume();
  }
  semaphore.release(3);
  latch.count_down();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

TEST(coroutine, takes_no_memory_to_wait_beyond_the_cells) {
  using cqs::tests::counting;
  using semaphore = cqs::counting_semaphore<1'000, cqs::options{.segment_size = 16}, counting>;
  semaphore tested(0);
  std::stop_source stop;
  const auto wait = [&]() -> task { static_cast<void>(co_await tested.async_acquire(stop.get_token())); };
  std::vector<task> tasks;
  for (int i = 0; i < 16; ++i) {
    tasks.push_back(wait());
    tasks.back().coroutine().resume();
  }
  EXPECT_EQ(counting::live_objects, 1) << "one segment";
  tested.release(16);
}

TEST(coroutine, that_has_no_memory_to_wait_throws_and_changes_nothing) {
  using cqs::tests::counting;
  using semaphore = cqs::counting_semaphore<1'000, cqs::options{.segment_size = 1}, counting>;
  semaphore tested(0);
  const auto wait = [&]() -> task { co_await tested.async_acquire(); };
  const task waiting = wait();
  counting::memory = 0;
  waiting.coroutine().resume();
  counting::memory = std::numeric_limits<std::int64_t>::max();
  EXPECT_THROW(waiting.join(), std::bad_alloc);
  tested.release();
  EXPECT_TRUE(tested.try_acquire());
}

}  // namespace
