#pragma once

// Every variant of the framework under every primitive, with random aborts: no permit or element is lost or
// duplicated, and exclusion holds. Compiled once per segment size.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>

#include <gtest/gtest.h>

#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/stack_pool.h>
#include <tests/support/impatience.h>
#include <tests/support/structure.h>
#include <tests/support/team.h>
#include <tests/support/variants.h>

namespace cqs::tests {

inline constexpr std::size_t team_size = 4;
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr int rounds = 400;
#else
inline constexpr int rounds = 2'000;
#endif

template <class Variant>
class matrix : public testing::Test {};

TYPED_TEST_SUITE_P(matrix);

TYPED_TEST_P(matrix, a_mutex_excludes) {
  basic_mutex<TypeParam::variant> mutex;
  std::int64_t plain = 0;
  std::atomic<std::int64_t> locked = 0;
  stop_requester stops(team_size);
  run_team(team_size, [&](std::size_t member) {
    impatience patience(stops, member);
    for (int i = 0; i < rounds; ++i) {
      const bool got = patience.one_in(5)
                           ? mutex.try_lock()
                           : patience.wait([&] { return mutex.lock(), true; },
                                           [&](auto timeout) { return mutex.try_lock_for(timeout); },
                                           [&](auto token) { return mutex.lock(token); });
      if (got) {
        ++plain;
        ++locked;
        mutex.unlock();
      }
    }
  });
  EXPECT_EQ(plain, locked);
  EXPECT_TRUE(mutex.try_lock()) << "a permit was lost";
  EXPECT_FALSE(mutex.try_lock()) << "a permit was duplicated";
  expect_sound_structure(mutex.queue());
}

TYPED_TEST_P(matrix, a_semaphore_keeps_its_permits) {
  constexpr std::int64_t permits = 2;
  counting_semaphore<permits, TypeParam::variant> semaphore(permits);
  std::atomic<std::int64_t> inside = 0;
  stop_requester stops(team_size);
  run_team(team_size, [&](std::size_t member) {
    impatience patience(stops, member);
    for (int i = 0; i < rounds; ++i) {
      const bool got = patience.one_in(5)
                           ? semaphore.try_acquire()
                           : patience.wait([&] { return semaphore.acquire(), true; },
                                           [&](auto timeout) { return semaphore.try_acquire_for(timeout); },
                                           [&](auto token) { return semaphore.acquire(token); });
      if (got) {
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
  expect_sound_structure(semaphore.queue());
}

TYPED_TEST_P(matrix, a_latch_lets_all_go_and_none_too_early) {
  for (int round = 0; round < rounds / 20; ++round) {
    basic_latch<TypeParam::variant> latch(team_size);
    std::atomic<std::size_t> arrived = 0;
    stop_requester stops(team_size);
    run_team(team_size, [&](std::size_t member) {
      impatience patience(stops, member, static_cast<std::uint64_t>(round));
      for (int i = 0; i < 5; ++i) {
        if (patience.wait([&] { return latch.try_wait(); },
                          [&](auto timeout) { return latch.wait_for(timeout); },
                          [&](auto token) { return latch.wait(token); })) {
          EXPECT_EQ(arrived, team_size);
        }
      }
      ++arrived;
      latch.count_down();
      latch.wait();
      EXPECT_EQ(arrived, team_size);
    });
  }
}

/// Elements with an identity: each is in one place at a time.
template <class Pool>
void exercise_pool() {
  constexpr int elements = 3;
  Pool pool;
  for (int i = 0; i < elements; ++i) {
    pool.put(std::make_unique<int>(i));
  }
  std::atomic<bool> held[elements] = {};
  stop_requester stops(team_size);
  run_team(team_size, [&](std::size_t member) {
    impatience patience(stops, member);
    for (int i = 0; i < rounds; ++i) {
      using result = std::optional<std::unique_ptr<int>>;
      result got = patience.one_in(5) ? pool.try_take()
                                      : patience.wait([&] { return result(pool.take()); },
                                                      [&](auto timeout) { return pool.take_for(timeout); },
                                                      [&](auto token) { return pool.take(token); });
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
  expect_sound_structure(pool.queue());
}

TYPED_TEST_P(matrix, a_queue_pool_keeps_its_elements) {
  exercise_pool<queue_pool<std::unique_ptr<int>, TypeParam::variant>>();
}

TYPED_TEST_P(matrix, a_stack_pool_keeps_its_elements) {
  exercise_pool<stack_pool<std::unique_ptr<int>, TypeParam::variant>>();
}

REGISTER_TYPED_TEST_SUITE_P(matrix, a_mutex_excludes, a_semaphore_keeps_its_permits,
                            a_latch_lets_all_go_and_none_too_early, a_queue_pool_keeps_its_elements,
                            a_stack_pool_keeps_its_elements);

}  // namespace cqs::tests
