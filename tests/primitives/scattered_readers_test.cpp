// Readers that scatter over slots while no writer comes.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <system_error>
#include <thread>

#include <gtest/gtest.h>

#include <cqs/shared_mutex.h>
#include <tests/support/counting.h>
#include <tests/support/impatience.h>
#include <tests/support/structure.h>
#include <tests/support/team.h>

namespace {

using cqs::request_status;
using cqs::tests::counting;
using namespace std::chrono_literals;

/// Readers scatter as soon as no writer is there.
constexpr cqs::options scattered{.scattering = {.most_slots = 4, .patience = 0, .at_once = true}};
constexpr cqs::options central{.scattering = cqs::no_scattering};

using scattered_mutex = cqs::basic_shared_mutex<scattered>;

TEST(scattered_readers, a_lock_fits_into_a_cache_line) {
  EXPECT_EQ(sizeof(cqs::shared_mutex), 64U);
  EXPECT_EQ(sizeof(cqs::basic_shared_mutex<central>), 56U);
}

TEST(scattered_readers, have_no_slots_before_they_crowd) {
  cqs::basic_shared_mutex<cqs::options{}, counting> mutex;
  for (int i = 0; i < 1'000; ++i) {
    mutex.lock_shared();
    mutex.unlock_shared();
    mutex.lock();
    mutex.unlock();
  }
  EXPECT_EQ(counting::live_objects, 0);
}

TEST(scattered_readers, do_not_change_the_word_of_the_lock) {
  cqs::basic_shared_mutex<scattered, counting> mutex;
  mutex.lock_shared();
  mutex.unlock_shared();
  EXPECT_EQ(counting::steps_of([&] { mutex.lock_shared(); }), 3U) << "the word, the slots, one slot";
  EXPECT_EQ(counting::steps_of([&] { mutex.unlock_shared(); }), 3U);
}

TEST(scattered_readers, share_the_word_if_there_is_no_memory_for_slots) {
  for (const int objects : {0, 1}) {  // the slots are two objects
    counting::memory = objects;
    cqs::basic_shared_mutex<scattered, counting> mutex;
    mutex.lock_shared();
    EXPECT_FALSE(mutex.try_lock());
    EXPECT_EQ(counting::live_objects, 0);
    counting::memory = std::numeric_limits<std::int64_t>::max();
    mutex.lock_shared();
    EXPECT_GT(counting::live_objects, 0) << "the next reader does not try again";
    mutex.unlock_shared();
    mutex.unlock_shared();
    EXPECT_TRUE(mutex.try_lock());
  }
  EXPECT_EQ(counting::live_objects, 0);
}

TEST(scattered_readers, keep_writers_out) {
  scattered_mutex mutex;
  mutex.lock_shared();
  mutex.lock_shared();
  EXPECT_FALSE(mutex.try_lock());
  EXPECT_FALSE(mutex.try_lock_for(0ns));
  EXPECT_FALSE(mutex.try_lock_for(1ns));
  mutex.unlock_shared();
  EXPECT_FALSE(mutex.try_lock());
  mutex.unlock_shared();
  EXPECT_TRUE(mutex.try_lock_for(0ns));
  EXPECT_FALSE(mutex.try_lock_shared());
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock_shared());
}

TEST(scattered_readers, take_turns_with_writers) {
  scattered_mutex mutex;
  mutex.lock_shared();
  auto writer = mutex.lock_request();
  auto reader = mutex.lock_shared_request();
  EXPECT_EQ(writer.status(), request_status::waiting);
  EXPECT_EQ(reader.status(), request_status::waiting) << "a reader overtook a writer";
  mutex.unlock_shared();
  EXPECT_EQ(writer.status(), request_status::granted);
  EXPECT_EQ(reader.status(), request_status::waiting);
  writer.get();
  mutex.unlock();
  EXPECT_EQ(reader.status(), request_status::granted);
  reader.get();
  mutex.unlock_shared();
  EXPECT_TRUE(mutex.try_lock());
}

TEST(scattered_readers, come_in_when_the_writer_before_them_aborts) {
  scattered_mutex mutex;
  mutex.lock_shared();
  auto writer = mutex.lock_request();
  auto reader = mutex.lock_shared_request();
  EXPECT_TRUE(writer.cancel());
  EXPECT_EQ(reader.status(), request_status::granted);
  reader.get();
  mutex.unlock_shared();
  mutex.unlock_shared();
  EXPECT_TRUE(mutex.try_lock());
}

TEST(scattered_readers, may_unlock_in_another_thread) {
  scattered_mutex mutex;
  for (int i = 0; i < 100; ++i) {
    mutex.lock_shared();
    std::thread([&] { mutex.unlock_shared(); }).join();
  }
  EXPECT_TRUE(mutex.try_lock());
}

TEST(scattered_readers, that_unlock_too_often_are_noticed_by_the_next_writer) {
  EXPECT_DEATH(
      {
        scattered_mutex mutex;
        mutex.lock_shared();
        mutex.unlock_shared();
        mutex.unlock_shared();
        mutex.lock();
      },
      "more readers have unlocked than locked");
}

TEST(scattered_readers, that_unlock_too_often_throw_again_after_a_writer) {
  scattered_mutex mutex;
  mutex.lock_shared();
  mutex.unlock_shared();
  mutex.lock();
  mutex.unlock();
  EXPECT_THROW(mutex.unlock_shared(), std::system_error);
}

TEST(scattered_readers, become_the_writer_if_they_are_alone) {
  scattered_mutex mutex;
  mutex.lock_shared();
  mutex.lock_shared();
  EXPECT_FALSE(mutex.try_unlock_shared_and_lock()) << "a reader became the writer beside a reader";
  mutex.unlock_shared();
  EXPECT_TRUE(mutex.try_unlock_shared_and_lock());
  auto reader = mutex.lock_shared_request();
  auto writer = mutex.lock_request();
  EXPECT_EQ(reader.status(), request_status::waiting) << "a reader came in beside the writer";
  mutex.unlock_and_lock_shared();
  EXPECT_EQ(reader.status(), request_status::granted) << "a reader waits though the writer is a reader now";
  reader.get();
  mutex.unlock_shared();
  EXPECT_FALSE(mutex.try_unlock_shared_and_lock()) << "a reader overtook a waiting writer";
  EXPECT_TRUE(writer.cancel());
  mutex.lock_shared();  // by a slot: they are open again
  std::thread([&] { mutex.unlock_shared(); }).join();
  EXPECT_TRUE(mutex.try_unlock_shared_and_lock());
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock()) << "the lock was lost";
}

template <class Mutex>
class a_lock_with_slots : public testing::Test {};
using locks = testing::Types<
    scattered_mutex, cqs::shared_mutex,
    cqs::basic_shared_mutex<cqs::options{.segment_size = 1,
                                         .waiting = cqs::park_at_once,
                                         .scattering = {.most_slots = 1, .patience = 0, .at_once = true}}>>;
TYPED_TEST_SUITE(a_lock_with_slots, locks);

/// Mostly readers, so that the slots are opened and closed many times.
TYPED_TEST(a_lock_with_slots, excludes_writers_from_each_other_and_from_readers) {
  constexpr std::size_t team_size = 4;
  TypeParam mutex;
  std::int64_t plain = 0;
  std::atomic<std::int64_t> written = 0;
  std::atomic<int> readers = 0;
  cqs::tests::stop_requester stops(team_size);
  cqs::tests::run_team(team_size, [&](std::size_t member) {
    cqs::tests::impatience patience(stops, member);
    for (int i = 0; i < 4'000; ++i) {
      if (patience.one_in(16)) {
        const bool tries = patience.one_in(2);
        if (tries ? mutex.try_lock()
                  : patience.wait([&] { return mutex.lock(), true; },
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

/// Between the two halves of a change nobody else writes.
TYPED_TEST(a_lock_with_slots, lets_readers_and_writers_change_sides) {
  TypeParam mutex;
  std::int64_t plain = 0;
  std::atomic<std::int64_t> upgrades = 0;
  cqs::tests::run_team(3, [&](std::size_t member) {
    for (int i = 0; i < 1'000; ++i) {
      if ((static_cast<std::size_t>(i) + member) % 8 == 0) {
        mutex.lock();
        const std::int64_t mine = ++plain;
        mutex.unlock_and_lock_shared();
        EXPECT_EQ(plain, mine) << "another writer came in while a writer became a reader";
      } else {
        mutex.lock_shared();
      }
      const std::int64_t seen = plain;
      if (mutex.try_unlock_shared_and_lock()) {
        EXPECT_EQ(plain, seen) << "another writer came in while a reader became the writer";
        ++plain;
        ++upgrades;
        mutex.unlock();
      } else {
        EXPECT_EQ(plain, seen);
        mutex.unlock_shared();
      }
    }
  });
  EXPECT_EQ(plain, upgrades + 3 * 125);
  EXPECT_TRUE(mutex.try_lock()) << "the lock was lost";
}

}  // namespace
