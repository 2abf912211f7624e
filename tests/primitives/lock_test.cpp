// cqs::lock locks several mutexes in the order of their addresses.

#include <atomic>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include <cqs/lock.h>
#include <cqs/mutex.h>
#include <tests/support/team.h>

namespace {

struct recording_mutex {
  void lock() {
    if (throws) {
      throw std::runtime_error("this mutex cannot be locked");
    }
    journal->push_back(this);
  }
  void unlock() { std::erase(*journal, this); }

  std::vector<const recording_mutex*>* journal;
  bool throws = false;
};

TEST(lock, follows_the_order_of_addresses) {
  std::vector<const recording_mutex*> journal;
  recording_mutex m[3] = {{&journal}, {&journal}, {&journal}};
  const std::vector<const recording_mutex*> expected = {&m[0], &m[1], &m[2]};
  cqs::lock(m[2], m[0], m[1]);
  EXPECT_EQ(journal, expected);
  journal.clear();
  cqs::lock(m[1], m[2], m[0]);
  EXPECT_EQ(journal, expected);
}

TEST(lock, orders_locks_of_std_by_their_mutexes) {
  std::vector<const recording_mutex*> journal;
  recording_mutex m[2] = {{&journal}, {&journal}};
  const std::vector<const recording_mutex*> expected = {&m[0], &m[1]};
  struct {
    std::unique_lock<recording_mutex> lower_lock, upper_lock;
  } reversed{std::unique_lock(m[1], std::defer_lock), std::unique_lock(m[0], std::defer_lock)};
  cqs::lock(reversed.lower_lock, reversed.upper_lock);
  EXPECT_EQ(journal, expected);
  EXPECT_TRUE(reversed.lower_lock.owns_lock() && reversed.upper_lock.owns_lock());
}

TEST(lock, unlocks_the_locked_mutexes_when_one_throws) {
  std::vector<const recording_mutex*> journal;
  recording_mutex m[3] = {{&journal}, {&journal}, {&journal, true}};
  EXPECT_THROW(cqs::lock(m[2], m[1], m[0]), std::runtime_error);
  EXPECT_TRUE(journal.empty());
}

TEST(lock, takes_mutexes_of_different_types) {
  cqs::mutex fair;
  std::mutex standard;
  cqs::lock(fair, standard);
  std::scoped_lock guard(std::adopt_lock, fair, standard);
  EXPECT_FALSE(fair.try_lock());
  EXPECT_FALSE(standard.try_lock());
}

/// Two threads lock both mutexes in opposite orders while two others keep each of them contended. With
/// `std::lock` the first two would rarely succeed. A deadlock would hang the test.
TEST(lock, terminates_under_contention) {
  constexpr int rounds = 2'000;
  cqs::mutex a;
  cqs::mutex b;
  std::atomic<int> left = 2;
  int shared = 0;
  cqs::tests::run_team(4, [&](std::size_t member) {
    if (member >= 2) {
      for (cqs::mutex& own = member == 2 ? a : b; left > 0;) {
        const std::lock_guard guard(own);
      }
      return;
    }
    for (int i = 0; i < rounds; ++i) {
      member == 0 ? cqs::lock(a, b) : cqs::lock(b, a);
      std::scoped_lock guard(std::adopt_lock, a, b);
      ++shared;
    }
    --left;
  });
  EXPECT_EQ(shared, 2 * rounds);
}

}  // namespace
