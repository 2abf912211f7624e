// Timed waits of coroutines: that they end at their deadline and not before, and that nothing is lost or left behind.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <latch>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <random>
#include <shared_mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <cqs/barrier.h>
#include <cqs/condition_variable.h>
#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <cqs/timer.h>
#include <cqs/weighted_semaphore.h>
#include <workloads/coroutines/task.h>

namespace {

std::atomic<std::size_t> allocated{0};

void* allocate(std::size_t size, std::size_t alignment) {
  allocated.fetch_add(size, std::memory_order_relaxed);
  if (void* const memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)) {
    return memory;
  }
  throw std::bad_alloc();
}

}  // namespace

// Not inlined, because g++ would warn that what `new` made is passed to `free`.
[[gnu::noinline]] void* operator new(std::size_t size) {
  return allocate(size, alignof(std::max_align_t));
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/, std::align_val_t /*a*/) noexcept {
  std::free(memory);
}

namespace {

using namespace std::chrono_literals;
using cqs::workloads::task;
using clock_type = std::chrono::steady_clock;
using wheel = cqs::detail::timer_wheel<cqs::native>;
using node = cqs::detail::timer_node<cqs::native>;

/// A clock that a test sets.
struct settable_clock {
  using duration = std::chrono::milliseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<settable_clock>;
  static constexpr bool is_steady = false;
  static time_point now() noexcept { return time_point(time.load()); }
  static inline std::atomic<duration> time{0ms};
};

/// Runs a coroutine to its end, in whatever thread that is.
template <class Body>
void run(Body body) {
  const task running = body();
  running.coroutine().resume();
  running.join();
}

template <class Waiting>
bool ends_without_grant(Waiting start) {
  bool granted = true;
  const auto begin = clock_type::now();
  run([&]() -> task { granted = static_cast<bool>(co_await start()); });
  return !granted && clock_type::now() - begin >= 2ms;
}

// The wheel against a plain list: every timer is due at its tick, in order, and `next` never names a later tick.
TEST(timer_wheel, steps_to_every_tick_in_order) {
  struct timer : node {
    timer() : node([](node&) noexcept {}) {}
    wheel::tick due = 0;
    bool inside = false;
  };
  std::mt19937_64 random(7);
  for (int round = 0; round < 20; ++round) {
    wheel timers;
    std::vector<timer> all(300);
    wheel::tick now = 0;
    std::size_t inside = 0;
    for (int act = 0; act < 2'000; ++act) {
      timer& one = all[random() % all.size()];
      if (one.inside) {
        timers.remove(one);
        one.inside = false;
        --inside;
      } else {
        one.due = now + (random() >> (random() % 64) >> 1);
        timers.insert(one, one.due);
        one.inside = true;
        ++inside;
      }
      if (act % 3 != 0) {
        continue;
      }
      now += random() >> (20 + random() % 44);
      wheel::tick last = 0;
      for (;;) {
        const auto done = timers.step(now);
        if (done.is_over) {
          break;
        }
        if (done.due != nullptr) {
          auto& due = static_cast<timer&>(*done.due);
          ASSERT_TRUE(due.inside);
          ASSERT_LE(due.due, now);
          ASSERT_GE(due.due, last) << "timers are due out of order";
          last = due.due;
          due.inside = false;
          --inside;
        }
      }
      wheel::tick earliest = wheel::never;
      for (const timer& each : all) {
        if (each.inside) {
          earliest = std::min(earliest, each.due);
        }
      }
      ASSERT_TRUE(inside == 0 || earliest > now) << "a timer was forgotten";
      ASSERT_LE(timers.next(), earliest);
      ASSERT_TRUE(timers.next() > now);
      ASSERT_EQ(timers.next() == wheel::never, inside == 0);
    }
  }
}

TEST(timed_wait, ends_at_its_deadline) {
  cqs::binary_semaphore semaphore(0);
  EXPECT_TRUE(ends_without_grant([&] { return semaphore.async_acquire_for(2ms); }));
  EXPECT_TRUE(ends_without_grant([&] { return semaphore.async_acquire_until(clock_type::now() + 2ms); }));
  cqs::weighted_semaphore<> weighted(1);
  EXPECT_TRUE(ends_without_grant([&] { return weighted.async_acquire_for(2, 2ms); }));
  EXPECT_TRUE(ends_without_grant([&] { return weighted.async_acquire_until(2, clock_type::now() + 2ms); }));
  EXPECT_FALSE(ends_without_grant([&] { return weighted.async_acquire_for(2ms); }));
  EXPECT_TRUE(ends_without_grant([&] { return weighted.async_acquire_until(clock_type::now() + 2ms); }));
  cqs::mutex mutex;
  mutex.lock();
  EXPECT_TRUE(ends_without_grant([&] { return mutex.async_lock_for(2ms); }));
  EXPECT_TRUE(ends_without_grant([&] { return mutex.async_scoped_lock_until(clock_type::now() + 2ms); }));
  cqs::shared_mutex shared;
  shared.lock();
  EXPECT_TRUE(ends_without_grant([&] { return shared.async_lock_for(2ms); }));
  EXPECT_TRUE(ends_without_grant([&] { return shared.async_scoped_lock_for(2ms); }));
  EXPECT_TRUE(ends_without_grant([&] { return shared.async_lock_shared_for(2ms); }));
  EXPECT_TRUE(
      ends_without_grant([&] { return shared.async_scoped_lock_shared_until(clock_type::now() + 2ms); }));
  cqs::latch latch(9);
  EXPECT_TRUE(ends_without_grant([&] { return latch.async_wait_for(2ms); }));
  EXPECT_TRUE(ends_without_grant([&] { return latch.async_arrive_and_wait_for(2ms); }));
  cqs::barrier barrier(9, []() noexcept {});
  const auto arrival = barrier.arrive();
  EXPECT_TRUE(ends_without_grant([&] { return barrier.async_wait_for(arrival, 2ms); }));
  EXPECT_TRUE(ends_without_grant([&] { return barrier.async_arrive_and_wait_for(2ms); }));
  cqs::queue_pool<int> pool;
  EXPECT_TRUE(ends_without_grant([&] { return pool.async_take_for(2ms); }));
  EXPECT_TRUE(ends_without_grant([&] { return pool.async_take_until(clock_type::now() + 2ms); }));
  // Nobody waits any more, and nothing is lost.
  semaphore.release();
  mutex.unlock();
  shared.unlock();
  pool.put(1);
  EXPECT_TRUE(semaphore.try_acquire());
  EXPECT_TRUE(mutex.try_lock());
  EXPECT_TRUE(shared.try_lock());
  EXPECT_EQ(pool.try_take(), 1);
}

TEST(timed_wait, of_a_condition_has_the_mutex_again) {
  cqs::mutex mutex;
  cqs::condition_variable condition;
  bool notified = true;
  bool has_mutex = false;
  run([&]() -> task {
    auto lock = co_await mutex.async_scoped_lock();
    notified = co_await condition.async_wait_for(lock, 2ms);
    has_mutex = lock.owns_lock() && !mutex.try_lock();
  });
  EXPECT_FALSE(notified);
  EXPECT_TRUE(has_mutex);
}

TEST(timed_wait, is_granted_in_time) {
  cqs::counting_semaphore<> semaphore(0);
  cqs::timer_service timers;
  bool granted = false;
  run([&]() -> task {
    semaphore.release();
    granted = co_await semaphore.async_acquire_for(0s, timers);  // only tries
  });
  EXPECT_TRUE(granted);
  std::jthread giving;
  run([&]() -> task {
    giving = std::jthread([&] { semaphore.release(); });
    granted = co_await semaphore.async_acquire_for(1h, timers);
  });
  EXPECT_TRUE(granted);
  giving.join();
  run([&]() -> task { granted = co_await semaphore.async_acquire_for(0s, timers); });
  EXPECT_FALSE(granted);
  giving = std::jthread([&] { semaphore.release(); });
  run([&]() -> task { granted = co_await semaphore.async_acquire_for(1'000'000h * 1'000'000, timers); });
  EXPECT_TRUE(granted);
}

TEST(timed_wait, ends_at_a_stop_request_or_at_its_deadline) {
  cqs::binary_semaphore semaphore(0);
  cqs::timer_service timers;
  EXPECT_TRUE(
      ends_without_grant([&] { return semaphore.async_acquire_for(2ms, std::stop_token(), timers); }));
  std::stop_source stop;
  EXPECT_TRUE(ends_without_grant([&] { return semaphore.async_acquire_for(2ms, stop.get_token()); }));
  bool granted = true;
  const auto begin_waiting = [&]() -> task {
    granted = co_await semaphore.async_acquire_for(1h, stop.get_token(), timers);
  };
  const task waiting = begin_waiting();
  waiting.coroutine().resume();
  stop.request_stop();
  waiting.join();
  EXPECT_FALSE(granted);
}

// A clock that was set back is asked again.
TEST(timed_wait, heeds_a_clock_that_is_set) {
  cqs::binary_semaphore semaphore(0);
  settable_clock::time = 0ms;
  std::atomic<bool> over = false;
  const auto begin_waiting = [&]() -> task {
    const bool granted = co_await semaphore.async_acquire_until(settable_clock::time_point(5ms));
    over = !granted;
  };
  const task waiting = begin_waiting();
  waiting.coroutine().resume();
  std::this_thread::sleep_for(20ms);  // the timer fires at least once, but the clock has not moved
  EXPECT_FALSE(over);
  settable_clock::time = 5ms;
  waiting.join();
  EXPECT_TRUE(over);
}

TEST(timed_wait, an_earlier_deadline_wakes_the_timer_thread) {
  cqs::timer_service timers;
  cqs::counting_semaphore<> semaphore(0);
  const auto begin_late = [&]() -> task { co_await semaphore.async_acquire_for(1h, timers); };
  const task late = begin_late();
  late.coroutine().resume();
  EXPECT_TRUE(ends_without_grant([&] { return semaphore.async_acquire_for(2ms, timers); }));
  semaphore.release();
  late.join();
}

TEST(timed_wait, a_destroyed_frame_cancels_its_timer) {
  cqs::timer_service timers;
  cqs::counting_semaphore<> semaphore(0);
  bool resumed = false;
  {
    const auto begin_waiting = [&]() -> task {
      co_await semaphore.async_acquire_for(1h, timers);
      resumed = true;
    };
    const task waiting = begin_waiting();
    waiting.coroutine().resume();
  }
  EXPECT_FALSE(resumed);
  semaphore.release();
  EXPECT_TRUE(semaphore.try_acquire());
}

// Deadlines, grants and stop requests come at the same time. Every permit goes to exactly one of those who return true.
TEST(timed_wait, races_lose_nothing) {
  constexpr int permits = 3;
  constexpr int coroutines = 400;
  cqs::timer_service timers;
  for (int round = 0; round < 10; ++round) {
    cqs::counting_semaphore<> semaphore(0);
    std::stop_source stop;
    std::atomic<int> granted = 0;
    std::vector<task> all;
    all.reserve(coroutines);
    const auto wait = [&](std::chrono::microseconds timeout) -> task {
      const bool has = co_await semaphore.async_acquire_for(timeout, stop.get_token(), timers);
      if (has) {
        ++granted;
        semaphore.release();
      }
    };
    std::mt19937 random(static_cast<unsigned>(round));
    std::jthread giving([&] {
      for (int i = 0; i < permits; ++i) {
        std::this_thread::sleep_for(200us);
        semaphore.release();
      }
    });
    std::jthread stopping([&] {
      std::this_thread::sleep_for(2ms);
      stop.request_stop();
    });
    for (int i = 0; i < coroutines; ++i) {
      all.push_back(wait(std::chrono::microseconds(random() % 3'000)));
      all.back().coroutine().resume();
    }
    for (const task& each : all) {
      each.join();
    }
    giving.join();
    for (int i = 0; i < permits; ++i) {
      EXPECT_TRUE(semaphore.try_acquire()) << "a permit is lost";
    }
    EXPECT_FALSE(semaphore.try_acquire()) << "there is one permit too many";
  }
}

/// A frame that the test itself provides, so that it can count what a wait takes beside it.
struct framed {
  struct promise_type {
    static void* operator new(std::size_t size) { return std::malloc(size); }
    static void operator delete(void* frame) noexcept { std::free(frame); }
    framed get_return_object() noexcept { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() noexcept {}
    void unhandled_exception() noexcept { std::terminate(); }
  };
};

framed acquire_by(cqs::counting_semaphore<>& semaphore, clock_type::time_point deadline,
                  cqs::timer_service& timers, std::atomic<int>& granted, std::atomic<int>& aborted) {
  const bool has = co_await semaphore.async_acquire_until(deadline, timers);
  (has ? granted : aborted).fetch_add(1, std::memory_order_relaxed);
}

TEST(timed_wait, a_million_need_little_memory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr int count = 100'000;
#else
  constexpr int count = 1'000'000;
#endif
  constexpr std::size_t most_beyond_the_frame = 48;
  cqs::counting_semaphore<> semaphore(0);
  cqs::timer_service timers;
  timers.start();
  std::atomic<int> granted = 0;
  std::atomic<int> aborted = 0;
  const std::size_t before = allocated;
  const auto far = clock_type::now() + 1h;
  for (int i = 0; i < count; ++i) {
    acquire_by(semaphore, far + std::chrono::milliseconds(i % 100'000), timers, granted, aborted);
  }
  EXPECT_EQ(granted + aborted, 0);
  const auto each = (allocated - before) / count;
  RecordProperty("bytes_beyond_the_frame", static_cast<int>(each));
  EXPECT_GT(each, 0U) << "the count does not see the cells";
  EXPECT_LE(each, most_beyond_the_frame);
  semaphore.release(count / 2);
  EXPECT_EQ(granted, count / 2);
  EXPECT_EQ(aborted, 0);
  semaphore.release(count - count / 2);
  EXPECT_EQ(granted, count);
}

// The same number at one deadline: all of them end by it.
TEST(timed_wait, many_end_together) {
  constexpr int count = 100'000;
  cqs::counting_semaphore<> semaphore(0);
  std::atomic<int> granted = 0;
  std::atomic<int> aborted = 0;
  {
    cqs::timer_service timers;
    const auto deadline = clock_type::now() + 20ms;
    for (int i = 0; i < count; ++i) {
      acquire_by(semaphore, deadline, timers, granted, aborted);
    }
    while (aborted + granted < count) {
      std::this_thread::sleep_for(1ms);
    }
  }
  EXPECT_EQ(granted, 0);
  EXPECT_FALSE(semaphore.try_acquire());
  EXPECT_LE(semaphore.queue().segment_count(), 2U) << "aborted waits keep memory";
}

}  // namespace
