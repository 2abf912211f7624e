#include <array>
#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <type_traits>

#include <gtest/gtest.h>

#include "support.h"
#include "tested.h"
#include "timed_waits.h"

namespace conformance {
namespace {

static_assert(std::is_default_constructible_v<tested::shared_mutex>);
static_assert(std::is_default_constructible_v<tested::shared_timed_mutex>);
static_assert(stays_in_place<tested::shared_mutex> && stays_in_place<tested::shared_timed_mutex>);
static_assert(std::is_standard_layout_v<tested::shared_mutex>);
static_assert(std::is_standard_layout_v<tested::shared_timed_mutex>);
static_assert(lockable<tested::shared_mutex> && shared_lockable<tested::shared_mutex>);
static_assert(timed_lockable<tested::shared_timed_mutex> &&
              shared_timed_lockable<tested::shared_timed_mutex>);

tested::shared_mutex global_shared_mutex;

template <class Mutex>
class shared_mutex : public ::testing::Test {
 protected:
  /// Returns true if another thread can lock the mutex now.
  bool is_free() {
    return in_another_thread([this] { return std::unique_lock(m, std::try_to_lock).owns_lock(); });
  }
  bool is_free_to_share() {
    return in_another_thread([this] { return std::shared_lock(m, std::try_to_lock).owns_lock(); });
  }

  Mutex m;
};

using shared_mutex_types = ::testing::Types<tested::shared_mutex, tested::shared_timed_mutex>;
TYPED_TEST_SUITE(shared_mutex, shared_mutex_types);

TYPED_TEST(shared_mutex, a_writer_excludes_all) {
  EXPECT_TRUE(this->is_free());
  this->m.lock();
  EXPECT_FALSE(this->is_free());
  EXPECT_FALSE(this->is_free_to_share());
  this->m.unlock();
  ASSERT_TRUE(this->m.try_lock());
  EXPECT_FALSE(this->is_free());
  EXPECT_FALSE(this->is_free_to_share());
  this->m.unlock();
  EXPECT_TRUE(this->is_free());
}

TYPED_TEST(shared_mutex, a_reader_excludes_writers_only) {
  this->m.lock_shared();
  EXPECT_FALSE(this->is_free());
  EXPECT_TRUE(this->is_free_to_share());
  this->m.unlock_shared();
  ASSERT_TRUE(this->m.try_lock_shared());
  EXPECT_FALSE(this->is_free());
  EXPECT_TRUE(this->is_free_to_share());
  this->m.unlock_shared();
  EXPECT_TRUE(this->is_free());
}

TYPED_TEST(shared_mutex, the_last_of_many_readers_frees_it) {
  std::atomic<int> readers = 0;
  std::atomic<bool> leave = false;
  {
    const joining_thread others([&] {
      in_threads(3, [&](int) {
        const std::shared_lock lock(this->m);
        ++readers;
        EXPECT_TRUE(eventually([&] { return leave.load(); }));
      });
    });
    EXPECT_TRUE(eventually([&] { return readers == 3; })) << "readers cannot share the lock";
    EXPECT_FALSE(this->is_free());
    leave = true;
  }
  EXPECT_TRUE(this->is_free());
}

TYPED_TEST(shared_mutex, a_writer_waits_for_the_readers) {
  this->m.lock_shared();
  std::atomic<bool> written = false;
  const joining_thread writer([&] {
    const std::lock_guard guard(this->m);
    written = true;
  });
  std::this_thread::sleep_for(moment);
  EXPECT_FALSE(written);
  this->m.unlock_shared();
  EXPECT_TRUE(eventually([&] { return written.load(); }));
}

TYPED_TEST(shared_mutex, readers_wait_for_the_writer) {
  this->m.lock();
  std::atomic<int> read = 0;
  const joining_thread readers([&] {
    in_threads(3, [&](int) {
      const std::shared_lock lock(this->m);
      ++read;
    });
  });
  std::this_thread::sleep_for(moment);
  EXPECT_EQ(read, 0);
  this->m.unlock();
  EXPECT_TRUE(eventually([&] { return read == 3; }));
}

TYPED_TEST(shared_mutex, readers_see_whole_writes) {
  std::array<int, 8> record{};
  std::atomic<int> torn = 0;
  in_threads(4, [&](int i) {
    for (int round = 1; round <= 1000; ++round) {
      if (i == 0 || round % 10 == 0) {
        const std::lock_guard guard(this->m);
        const int next = record[0] + 1;
        for (int& part : record) {
          part = next;
        }
      } else {
        const std::shared_lock lock(this->m);
        for (const int part : record) {
          torn += part != record[0];
        }
      }
    }
  });
  EXPECT_EQ(torn, 0);
  EXPECT_EQ(record[0], 1000 + 3 * 100);
}

TYPED_TEST(shared_mutex, works_with_shared_lock) {
  std::shared_lock lock(this->m);
  EXPECT_TRUE(lock.owns_lock());
  lock.unlock();
  EXPECT_TRUE(this->is_free());
  EXPECT_TRUE(lock.try_lock());
  std::shared_lock moved = std::move(lock);
  EXPECT_FALSE(this->is_free());
  EXPECT_EQ(moved.release(), &this->m);
  const std::shared_lock adopted(this->m, std::adopt_lock);
  EXPECT_TRUE(adopted.owns_lock());
}

TYPED_TEST(shared_mutex, two_can_be_locked_together_in_any_order) {
  TypeParam second;
  int count = 0;
  in_threads(4, [&](int i) {
    for (int round = 0; round < 300; ++round) {
      if (i % 2 == 0) {
        const std::scoped_lock both(this->m, second);
        ++count;
      } else {
        std::shared_lock reading(second, std::defer_lock);
        std::unique_lock writing(this->m, std::defer_lock);
        std::lock(reading, writing);
        ++count;
      }
    }
  });
  EXPECT_EQ(count, 1200);
}

TYPED_TEST(shared_mutex, may_be_destroyed_as_soon_as_its_last_waiter_has_unlocked_it) {
  for (int round = 0; round < 500; ++round) {
    auto* const shared = new TypeParam;
    shared->lock_shared();
    const joining_thread last_user([shared] {
      shared->lock();
      shared->unlock();
      delete shared;
    });
    shared->unlock_shared();
  }
}

TEST(global_shared_mutex, is_initialized_before_main) {
  const std::shared_lock lock(global_shared_mutex);
  EXPECT_TRUE(lock.owns_lock());
}

/// Calls the timed functions of `Lock` in another thread, which also unlocks.
template <template <class> class Lock>
struct try_within {
  tested::shared_timed_mutex& m;

  template <class Limit>
  bool operator()(const Limit& limit) const {
    return in_another_thread([&] { return Lock<tested::shared_timed_mutex>(m, limit).owns_lock(); });
  }
};
using try_lock_within = try_within<std::unique_lock>;
using try_lock_shared_within = try_within<std::shared_lock>;

/// Calls `test` while another thread holds the mutex, which unlocks it shortly after `test` begins.
template <class Lock, class Test>
bool while_held_for_a_moment(tested::shared_timed_mutex& m, const Test& test) {
  std::atomic<bool> held = false;
  const joining_thread holder([&] {
    const Lock lock(m);
    held = true;
    std::this_thread::sleep_for(moment);
  });
  EXPECT_TRUE(eventually([&] { return held.load(); }));
  return test();
}

TEST(shared_timed_mutex, a_free_mutex_is_locked_with_any_timeout) {
  tested::shared_timed_mutex m;
  expect_success_at_once(try_lock_within{m}, [] {});
  expect_success_at_once(try_lock_shared_within{m}, [] {});
}

TEST(shared_timed_mutex, a_mutex_held_by_readers_is_shared_with_any_timeout) {
  tested::shared_timed_mutex m;
  const std::shared_lock lock(m);
  expect_success_at_once(try_lock_shared_within{m}, [] {});
}

TEST(shared_timed_mutex, a_lock_attempt_times_out_and_not_too_early) {
  tested::shared_timed_mutex m;
  const std::lock_guard guard(m);
  expect_failure_in_time(try_lock_within{m});
  expect_failure_in_time(try_lock_shared_within{m});
}

TEST(shared_timed_mutex, a_writer_times_out_while_a_reader_holds_the_lock) {
  tested::shared_timed_mutex m;
  const std::shared_lock lock(m);
  expect_failure_in_time(try_lock_within{m});
}

TEST(shared_timed_mutex, a_timed_writer_succeeds_if_unlock_comes_in_time) {
  tested::shared_timed_mutex m;
  with_each_far_limit([&](const char* name, auto limit) {
    const auto lock = [&] { return try_lock_within{m}(limit); };
    EXPECT_TRUE(while_held_for_a_moment<std::unique_lock<tested::shared_timed_mutex>>(m, lock)) << name;
    EXPECT_TRUE(while_held_for_a_moment<std::shared_lock<tested::shared_timed_mutex>>(m, lock)) << name;
  });
}

TEST(shared_timed_mutex, a_timed_reader_succeeds_if_unlock_comes_in_time) {
  tested::shared_timed_mutex m;
  with_each_far_limit([&](const char* name, auto limit) {
    const auto lock = [&] { return try_lock_shared_within{m}(limit); };
    EXPECT_TRUE(while_held_for_a_moment<std::unique_lock<tested::shared_timed_mutex>>(m, lock)) << name;
  });
}

TEST(shared_timed_mutex, a_writer_that_times_out_does_not_block_readers) {
  tested::shared_timed_mutex m;
  const std::shared_lock held(m);
  EXPECT_FALSE(try_lock_within{m}(moment));
  EXPECT_TRUE(try_lock_shared_within{m}(watchdog));
}

TEST(shared_timed_mutex, timeouts_leave_no_trace) {
  tested::shared_timed_mutex m;
  int writes = 0;
  std::atomic<int> others = 0;
  in_threads(4, [&](int i) {
    for (int round = 0; round < 300; ++round) {
      const std::chrono::microseconds patience((7 * i + round) % 50);
      if ((i + round) % 2 == 0) {
        const std::unique_lock lock(m, patience);
        lock ? static_cast<void>(++writes) : static_cast<void>(++others);
      } else {
        const std::shared_lock lock(m, patience);
        ++others;
        if (lock && round % 10 == 1) {
          std::this_thread::sleep_for(50us);
        }
      }
    }
  });
  EXPECT_EQ(writes + others, 1200);
  EXPECT_TRUE(try_lock_within{m}(watchdog));
}

}  // namespace
}  // namespace conformance
