// The behaviour of the library at its limits, and the cost of a wait with a timeout of zero.

#include <chrono>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include <cqs/barrier.h>
#include <cqs/detail/queue/cursor.h>
#include <cqs/detail/waiting/backoff.h>
#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/shared_mutex.h>

namespace {

using namespace std::chrono_literals;

/// A platform without other threads, which counts how a thread waits.
struct lonely : cqs::native {
  static inline int pauses = 0;
  static inline int yields = 0;
  static inline int sleeps = 0;

  static void pause() noexcept { ++pauses; }
  static void yield() noexcept { ++yields; }
  static bool futex_wait_until(const atomic<std::uint32_t>& /*word*/, std::uint32_t /*expected*/,
                               clock::time_point /*time*/) noexcept {
    ++sleeps;
    return false;
  }
};
static_assert(cqs::platform<lonely>);

/// Under SCHED_FIFO, a thread that yields forever starves threads of lower priority on its processor.
TEST(backoff, sleeps_after_a_bounded_number_of_yields) {
  cqs::detail::backoff<lonely> wait(5);
  for (int i = 0; i < 1'000; ++i) {
    wait();
  }
  EXPECT_EQ(lonely::pauses, 5);
  EXPECT_EQ(lonely::yields, static_cast<int>(cqs::detail::backoff<lonely>::yields));
  EXPECT_EQ(lonely::sleeps, 1'000 - lonely::pauses - lonely::yields);
}

struct alignas(64) cell_block {};
using cursor = cqs::detail::cursor<cell_block>;

TEST(limits, a_cursor_keeps_48_bits_of_an_address) {
  auto* const highest = reinterpret_cast<cell_block*>(std::uintptr_t{0xFFFF'FFFF'FFC0});
  EXPECT_EQ(cursor::segment(cursor::at(highest, 65'535)), highest);
  EXPECT_EQ(cursor::require_address(highest), highest);
}

TEST(limits_death_test, a_tagged_pointer_is_refused) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto* const tagged = reinterpret_cast<cell_block*>(std::uintptr_t{0x2A00'7FFF'FFFF'FFC0});
  EXPECT_DEATH(cursor::require_address(tagged), "48-bit addresses");
}

TEST(limits_death_test, too_many_threads_past_a_segment_are_refused) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  cursor::require_room(cursor::most_reservations);
  EXPECT_DEATH(cursor::require_room(cursor::most_reservations + 1), "60 000 threads");
}

TEST(limits, a_wait_with_a_timeout_of_zero_does_not_enqueue) {
  cqs::mutex mutex;
  mutex.lock();
  EXPECT_FALSE(mutex.try_lock_for(0ns));
  EXPECT_FALSE(mutex.try_lock_for(-1h));
  EXPECT_EQ(mutex.queue().segment_count(), 0U);

  cqs::shared_mutex shared;
  shared.lock();
  EXPECT_FALSE(shared.try_lock_for(0ns));
  EXPECT_FALSE(shared.try_lock_shared_for(0ns));
  EXPECT_EQ(shared.readers().segment_count() + shared.writers().segment_count(), 0U);

  const cqs::latch latch(1);
  EXPECT_FALSE(latch.wait_for(0ns));
  EXPECT_EQ(latch.queue().segment_count(), 0U);

  cqs::barrier<> barrier(2);
  const auto arrival = barrier.arrive();
  EXPECT_FALSE(barrier.wait_for(arrival, 0ns));
  EXPECT_EQ(barrier.queue().segment_count(), 0U);

  cqs::queue_pool<int> pool;
  EXPECT_FALSE(pool.take_for(0ns).has_value());
  EXPECT_EQ(pool.queue().segment_count(), 0U);
}

TEST(limits, a_wait_with_a_timeout_of_zero_takes_a_free_permit) {
  cqs::mutex mutex;
  EXPECT_TRUE(mutex.try_lock_for(0ns));
  cqs::latch latch(0);
  EXPECT_TRUE(latch.wait_for(0ns));
  cqs::queue_pool<int> pool;
  pool.put(7);
  EXPECT_EQ(pool.take_for(-1s), 7);
}

}  // namespace
