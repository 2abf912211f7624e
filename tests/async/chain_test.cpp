// Long chains of hand-offs need a constant amount of stack.

#include <array>
#include <cstddef>
#include <stop_token>
#include <system_error>
#include <utility>
#include <vector>

#include <pthread.h>

#include <gtest/gtest.h>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <workloads/coroutines/task.h>

namespace {

using cqs::workloads::task;

constexpr std::size_t count = 100'000;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t stack_size = 256 * 1024;  // the sanitizers' frames need this size
#else
constexpr std::size_t stack_size = 64 * 1024;
#endif

/// Runs `body` in a thread with a small stack.
template <class Body>
void run_on_small_stack(Body body) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_size);
  pthread_t thread{};
  const int error = pthread_create(
      &thread, &attributes,
      [](void* b) -> void* {
        (*static_cast<Body*>(b))();
        return nullptr;
      },
      &body);
  pthread_attr_destroy(&attributes);
  ASSERT_EQ(error, 0) << std::generic_category().message(error);
  pthread_join(thread, nullptr);
}

template <class Make>
std::vector<task> started(const Make& make) {
  std::vector<task> tasks;
  tasks.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    tasks.push_back(make());
    tasks.back().coroutine().resume();
  }
  return tasks;
}

void expect_done(const std::vector<task>& tasks) {
  for (const task& each : tasks) {
    ASSERT_TRUE(each.done());
  }
}

TEST(a_chain_of_100000_coroutines, hands_off_a_mutex) {
  cqs::mutex mutex;
  mutex.lock();
  std::size_t inside = 0;
  const auto lock = [&]() -> task {
    const auto guard = co_await mutex.async_scoped_lock();
    ++inside;
  };
  const auto tasks = started(lock);
  run_on_small_stack([&] { mutex.unlock(); });
  expect_done(tasks);
  EXPECT_EQ(inside, count);
}

TEST(a_chain_of_100000_coroutines, hands_off_an_element) {
  cqs::queue_pool<std::size_t> pool;
  const auto take = [&]() -> task {
    const auto element = co_await pool.async_take();
    pool.put(element + 1);
  };
  const auto tasks = started(take);
  run_on_small_stack([&] { pool.put(0); });
  expect_done(tasks);
  EXPECT_EQ(pool.try_take(), count);
}

TEST(a_chain_of_100000_coroutines, passes_a_latch) {
  cqs::latch latch(1);
  const auto wait = [&]() -> task { co_await latch.async_wait(); };
  const auto tasks = started(wait);
  run_on_small_stack([&] { latch.count_down(); });
  expect_done(tasks);
}

TEST(a_chain_of_100000_coroutines, passes_two_phases_of_a_barrier) {
  cqs::barrier barrier(count + 1, []() noexcept {});
  const auto arrive = [&]() -> task {
    co_await barrier.async_arrive_and_wait();
    co_await barrier.async_arrive_and_wait();
  };
  const auto tasks = started(arrive);
  run_on_small_stack([&] {
    static_cast<void>(barrier.arrive());
    static_cast<void>(barrier.arrive());
  });
  expect_done(tasks);
}

TEST(a_chain_of_100000_coroutines, takes_turns_as_readers_and_writers) {
  cqs::shared_mutex mutex;
  mutex.lock();
  bool is_writer = false;
  const auto lock = [&](bool writes) -> task {
    if (writes) {
      const auto guard = co_await mutex.async_scoped_lock();
    } else {
      const auto guard = co_await mutex.async_scoped_lock_shared();
    }
  };
  const auto tasks = started([&] { return lock(is_writer = !is_writer); });
  run_on_small_stack([&] { mutex.unlock(); });
  expect_done(tasks);
}

/// Each aborted coroutine sends a stop request to the next.
TEST(a_chain_of_100000_coroutines, is_aborted) {
  cqs::binary_semaphore semaphore(0);
  std::vector<std::stop_source> stops(count + 1);
  std::size_t next = 0;
  const auto wait = [&](std::size_t i) -> task {
    EXPECT_FALSE(co_await semaphore.async_acquire(stops[i].get_token()));
    stops[i + 1].request_stop();
  };
  const auto tasks = started([&] { return wait(next++); });
  run_on_small_stack([&] { stops[0].request_stop(); });
  expect_done(tasks);
  semaphore.release();
  EXPECT_TRUE(semaphore.try_acquire());
}

}  // namespace
