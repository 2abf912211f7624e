// The order in which readers and writers enter, including aborts.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include <cqs/shared_mutex.h>
#include <tests/support/impatience.h>
#include <tests/support/structure.h>
#include <tests/support/team.h>
#include <tests/support/variants.h>

namespace {

using cqs::request_status;

TEST(shared_mutex, admits_the_readers_behind_a_writer_that_aborts) {
  cqs::shared_mutex mutex;
  mutex.lock_shared();
  auto writer = mutex.lock_request();
  auto reader = mutex.lock_shared_request();
  EXPECT_EQ(reader.status(), request_status::waiting) << "a reader overtook a writer";
  EXPECT_FALSE(mutex.try_lock_shared());
  EXPECT_TRUE(writer.cancel());
  EXPECT_EQ(reader.status(), request_status::granted);
  reader.get();
  EXPECT_FALSE(mutex.try_lock());
  mutex.unlock_shared();
  mutex.unlock_shared();
  EXPECT_TRUE(mutex.try_lock());
}

TEST(shared_mutex, keeps_readers_waiting_while_another_writer_waits) {
  cqs::shared_mutex mutex;
  mutex.lock_shared();
  auto first = mutex.lock_request();
  auto second = mutex.lock_request();
  auto reader = mutex.lock_shared_request();
  EXPECT_TRUE(first.cancel());
  EXPECT_EQ(reader.status(), request_status::waiting);
  mutex.unlock_shared();
  EXPECT_EQ(second.status(), request_status::granted);
  EXPECT_EQ(reader.status(), request_status::waiting);
  second.get();
  mutex.unlock();
  EXPECT_EQ(reader.status(), request_status::granted);
}

TEST(shared_mutex, takes_turns) {
  cqs::shared_mutex mutex;
  mutex.lock();
  auto second_writer = mutex.lock_request();
  auto reader = mutex.lock_shared_request();
  auto another_reader = mutex.lock_shared_request();
  mutex.unlock();
  EXPECT_EQ(reader.status(), request_status::granted);
  EXPECT_EQ(another_reader.status(), request_status::granted);
  EXPECT_EQ(second_writer.status(), request_status::waiting);
  auto late_reader = mutex.lock_shared_request();
  EXPECT_EQ(late_reader.status(), request_status::waiting);
  reader.get();
  mutex.unlock_shared();
  EXPECT_EQ(second_writer.status(), request_status::waiting);
  another_reader.get();
  mutex.unlock_shared();
  EXPECT_EQ(second_writer.status(), request_status::granted);
  EXPECT_EQ(late_reader.status(), request_status::waiting);
  second_writer.get();
  mutex.unlock();
  EXPECT_EQ(late_reader.status(), request_status::granted);
}

TEST(shared_mutex, a_reader_that_aborts_is_not_counted) {
  cqs::shared_mutex mutex;
  mutex.lock();
  auto reader = mutex.lock_shared_request();
  EXPECT_TRUE(reader.cancel());
  EXPECT_FALSE(mutex.try_lock_shared_for(std::chrono::nanoseconds(1)));
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock());
}

template <class Variant>
class a_shared_mutex : public testing::Test {};
using variants =
    testing::Types<cqs::tests::variant_of<cqs::resumption::async, cqs::cancellation::smart, 1, 1>,
                   cqs::tests::variant_of<cqs::resumption::async, cqs::cancellation::smart, 2, 10>,
                   cqs::tests::variant_of<cqs::resumption::async, cqs::cancellation::smart, 64, 100>>;
TYPED_TEST_SUITE(a_shared_mutex, variants, cqs::tests::variant_name);

TYPED_TEST(a_shared_mutex, excludes_writers_from_each_other_and_from_readers) {
  constexpr std::size_t team_size = 4;
  cqs::basic_shared_mutex<TypeParam::variant> mutex;
  std::int64_t plain = 0;
  std::atomic<std::int64_t> written = 0;
  std::atomic<int> readers = 0;
  cqs::tests::stop_requester stops(team_size);
  cqs::tests::run_team(team_size, [&](std::size_t member) {
    cqs::tests::impatience patience(stops, member);
    for (int i = 0; i < 2'000; ++i) {
      if (patience.one_in(3)) {
        if (patience.wait([&] { return mutex.lock(), true; },
                          [&](auto timeout) { return mutex.try_lock_for(timeout); },
                          [&](auto token) { return mutex.lock(token); })) {
          EXPECT_EQ(readers, 0);
          ++plain;
          ++written;
          mutex.unlock();
        }
      } else if (patience.wait([&] { return mutex.lock_shared(), true; },
                               [&](auto timeout) { return mutex.try_lock_shared_for(timeout); },
                               [&](auto token) { return mutex.lock_shared(token); })) {
        ++readers;
        EXPECT_LE(plain, written);
        --readers;
        mutex.unlock_shared();
      }
    }
  });
  EXPECT_EQ(plain, written);
  EXPECT_TRUE(mutex.try_lock()) << "the lock was lost";
  cqs::tests::expect_sound_structure(mutex.readers());
  cqs::tests::expect_sound_structure(mutex.writers());
}

}  // namespace
