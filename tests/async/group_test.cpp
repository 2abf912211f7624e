// Many coroutines on few workers, with random aborts: no permit or element is lost or duplicated, and
// exclusion holds. Also a million coroutines in one queue.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <set>
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
#include <tests/support/impatience.h>
#include <tests/support/structure.h>
#include <tests/support/variants.h>
#include <workloads/coroutines/task.h>
#include <workloads/coroutines/worker_pool.h>

namespace {

using cqs::workloads::task;
using cqs::workloads::worker_pool;

constexpr std::size_t workers = 3;
constexpr std::size_t group_size = 12;
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr int rounds = 200;
constexpr std::size_t million = 20'000;
#else
constexpr int rounds = 1'000;
constexpr std::size_t million = 1'000'000;
#endif

/// Runs `member(index, random, stop_requester)` in the given number of coroutines. Each coroutine begins in a worker.
template <class Member>
void run_group(const Member& member) {
  cqs::tests::stop_requester stops(group_size);
  std::vector<task> tasks;
  {
    worker_pool pool(workers);
    for (std::size_t i = 0; i < group_size; ++i) {
      tasks.push_back(member(i, stops));
      pool.post(tasks.back().coroutine());
    }
    for (const task& each : tasks) {
      each.join();
    }
  }
}

template <class Variant>
class group : public testing::Test {};
using variants =
    testing::Types<cqs::tests::variant_of<cqs::resumption::async, cqs::cancellation::smart, 1, 1>,
                   cqs::tests::variant_of<cqs::resumption::async, cqs::cancellation::smart, 64, 10>,
                   cqs::tests::variant_of<cqs::resumption::async, cqs::cancellation::simple, 2, 1>,
                   cqs::tests::variant_of<cqs::resumption::sync, cqs::cancellation::smart, 2, 1>,
                   cqs::tests::variant_of<cqs::resumption::sync, cqs::cancellation::simple, 1, 10>>;
TYPED_TEST_SUITE(group, variants, cqs::tests::variant_name);

TYPED_TEST(group, keeps_a_mutex) {
  cqs::basic_mutex<TypeParam::variant> mutex;
  std::int64_t plain = 0;
  std::atomic<std::int64_t> locked = 0;
  run_group([&](std::size_t index, cqs::tests::stop_requester& stops) -> task {
    for (int i = 0; i < rounds; ++i) {
      if ((index + static_cast<std::size_t>(i)) % 3 == 0) {
        const auto guard = co_await mutex.async_scoped_lock();
        ++plain;
        ++locked;
      } else if (co_await mutex.async_lock(stops.fresh_token(index))) {
        ++plain;
        ++locked;
        mutex.unlock();
      }
    }
  });
  EXPECT_EQ(plain, locked);
  EXPECT_TRUE(mutex.try_lock()) << "a permit was lost";
  EXPECT_FALSE(mutex.try_lock()) << "a permit was duplicated";
  cqs::tests::expect_sound_structure(mutex.queue());
}

TYPED_TEST(group, keeps_the_permits_of_a_semaphore) {
  constexpr std::int64_t permits = 2;
  cqs::counting_semaphore<permits, TypeParam::variant> semaphore(permits);
  std::atomic<std::int64_t> inside = 0;
  run_group([&](std::size_t index, cqs::tests::stop_requester& stops) -> task {
    for (int i = 0; i < rounds; ++i) {
      if (co_await semaphore.async_acquire(stops.fresh_token(index))) {
        EXPECT_LE(++inside, permits);
        --inside;
        semaphore.release();
      }
    }
  });
  for (std::int64_t i = 0; i < permits; ++i) {
    EXPECT_TRUE(semaphore.try_acquire()) << "a permit was lost";
  }
  EXPECT_FALSE(semaphore.try_acquire()) << "a permit was duplicated";
  cqs::tests::expect_sound_structure(semaphore.queue());
}

template <class Pool>
void keep_elements() {
  constexpr int elements = 3;
  Pool pool;
  for (int i = 0; i < elements; ++i) {
    pool.put(std::make_unique<int>(i));
  }
  std::atomic<bool> held[elements] = {};
  run_group([&](std::size_t index, cqs::tests::stop_requester& stops) -> task {
    for (int i = 0; i < rounds; ++i) {
      auto got = co_await pool.async_take(stops.fresh_token(index));
      if (got) {
        const auto identity = static_cast<std::size_t>(**got);
        EXPECT_FALSE(held[identity].exchange(true)) << "an element is in two places";
        held[identity] = false;
        pool.put(std::move(*got));
      }
    }
  });
  std::set<int> left;
  while (const auto element = pool.try_take()) {
    EXPECT_TRUE(left.insert(**element).second) << "an element was duplicated";
  }
  EXPECT_EQ(left.size(), static_cast<std::size_t>(elements)) << "an element was lost";
  cqs::tests::expect_sound_structure(pool.queue());
}

TYPED_TEST(group, keeps_the_elements_of_a_queue_pool) {
  keep_elements<cqs::queue_pool<std::unique_ptr<int>, TypeParam::variant>>();
}

TYPED_TEST(group, keeps_the_elements_of_a_stack_pool) {
  keep_elements<cqs::stack_pool<std::unique_ptr<int>, TypeParam::variant>>();
}

TYPED_TEST(group, passes_a_latch_and_not_too_early) {
  for (int round = 0; round < rounds / 20; ++round) {
    cqs::basic_latch<TypeParam::variant> latch(group_size);
    std::atomic<std::size_t> arrived = 0;
    run_group([&](std::size_t index, cqs::tests::stop_requester& stops) -> task {
      if (co_await latch.async_wait(stops.fresh_token(index))) {
        EXPECT_EQ(arrived, group_size);
      }
      ++arrived;
      co_await latch.async_arrive_and_wait();
      EXPECT_EQ(arrived, group_size);
    });
  }
}

TYPED_TEST(group, keeps_the_phases_of_a_barrier_apart) {
  std::size_t phase = 0;
  const auto completion = [&]() noexcept { ++phase; };
  cqs::barrier<decltype(completion), TypeParam::variant> barrier(group_size, completion);
  run_group([&](std::size_t index, cqs::tests::stop_requester& stops) -> task {
    for (std::size_t i = 0; i < static_cast<std::size_t>(rounds) / 4; ++i) {
      EXPECT_EQ(phase, i);
      if ((index + i) % 2 == 0) {
        co_await barrier.async_arrive_and_wait();
      } else {
        auto arrival = barrier.arrive();
        if (!co_await barrier.async_wait(arrival, stops.fresh_token(index))) {
          co_await barrier.async_wait(std::move(arrival));
        }
      }
      EXPECT_EQ(phase, i + 1);
    }
  });
  cqs::tests::expect_sound_structure(barrier.queue());
}

TYPED_TEST(group, keeps_readers_from_writers) {
  cqs::basic_shared_mutex<TypeParam::variant> mutex;
  std::int64_t plain = 0;
  std::atomic<std::int64_t> written = 0;
  std::atomic<int> readers = 0;
  run_group([&](std::size_t index, cqs::tests::stop_requester& stops) -> task {
    for (int i = 0; i < rounds; ++i) {
      if ((index + static_cast<std::size_t>(i)) % 3 == 0) {
        const auto guard = co_await mutex.async_scoped_lock(stops.fresh_token(index));
        if (guard.owns_lock()) {
          EXPECT_EQ(readers, 0);
          ++plain;
          ++written;
        }
      } else {
        const auto guard = co_await mutex.async_scoped_lock_shared(stops.fresh_token(index));
        if (guard.owns_lock()) {
          ++readers;
          EXPECT_EQ(plain, written);
          --readers;
        }
      }
    }
  });
  EXPECT_EQ(plain, written);
  EXPECT_TRUE(mutex.try_lock()) << "the lock was lost";
  cqs::tests::expect_sound_structure(mutex.readers());
  cqs::tests::expect_sound_structure(mutex.writers());
}

/// The default variant: each waiter has a cell of eight bytes and a share in a segment.
TEST(a_million_coroutines, take_little_memory_and_leave_none_when_they_abort) {
  cqs::counting_semaphore<> semaphore(0);
  std::vector<std::stop_source> stops(million);
  std::vector<task> tasks;
  std::size_t aborted = 0;
  const auto wait = [&](std::size_t i) -> task {
    aborted += (co_await semaphore.async_acquire(stops[i].get_token())) ? 0U : 1U;
  };
  for (std::size_t i = 0; i < million; ++i) {
    tasks.push_back(wait(i));
    tasks.back().coroutine().resume();
  }
  std::size_t bytes = 0;
  semaphore.queue().cells().for_each_segment([&](const auto& segment) { bytes += sizeof(segment); });
  EXPECT_LE(bytes, 16 * million);

  std::vector<std::size_t> order(million);
  for (std::size_t i = 0; i < million; ++i) {
    order[i] = i;
  }
  std::shuffle(order.begin(), order.end(), std::mt19937_64(1));
  for (const std::size_t i : order) {
    stops[i].request_stop();
  }
  EXPECT_EQ(aborted, million);
  EXPECT_LE(semaphore.queue().segment_count(), 2U);
  semaphore.release();
  EXPECT_TRUE(semaphore.try_acquire());
}

TEST(a_million_coroutines, are_all_served_in_order_by_two_workers) {
  cqs::mutex mutex;
  mutex.lock();
  std::size_t next = 0;
  bool in_order = true;
  const auto lock = [&](worker_pool& pool, std::size_t i) -> task {
    co_await mutex.async_lock().via([&pool](auto c) { pool.post(c); });
    in_order = in_order && next++ == i;
    mutex.unlock();
  };
  std::vector<task> tasks;
  {
    worker_pool pool(2);
    for (std::size_t i = 0; i < million / 10; ++i) {
      tasks.push_back(lock(pool, i));
      tasks.back().coroutine().resume();
    }
    mutex.unlock();
    for (const task& each : tasks) {
      each.join();
    }
  }
  EXPECT_TRUE(in_order);
  EXPECT_EQ(next, tasks.size());
}

}  // namespace
