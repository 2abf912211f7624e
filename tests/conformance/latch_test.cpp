#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <thread>
#include <type_traits>

#include <gtest/gtest.h>

#include "support.h"
#include "tested.h"

namespace conformance {
namespace {

constinit tested::latch global_latch(1);

static_assert(stays_in_place<tested::latch>);
static_assert(!std::is_default_constructible_v<tested::latch>);
static_assert(std::is_constructible_v<tested::latch, std::ptrdiff_t>);
static_assert(!std::is_convertible_v<std::ptrdiff_t, tested::latch>);
static_assert(std::same_as<decltype(tested::latch::max()), std::ptrdiff_t>);
static_assert(noexcept(tested::latch::max()));
static_assert(tested::latch::max() >= 1'000'000);
static_assert(noexcept(std::declval<const tested::latch&>().try_wait()));
static_assert(requires(tested::latch & l, const tested::latch& constant) {
  { l.count_down() } -> std::same_as<void>;
  { l.count_down(std::ptrdiff_t{2}) } -> std::same_as<void>;
  { constant.try_wait() } -> std::same_as<bool>;
  { constant.wait() } -> std::same_as<void>;
  { l.arrive_and_wait() } -> std::same_as<void>;
  { l.arrive_and_wait(std::ptrdiff_t{2}) } -> std::same_as<void>;
});

TEST(latch, of_zero_is_open) {
  const tested::latch open(0);
  EXPECT_TRUE(open.try_wait());
  open.wait();
}

TEST(latch, of_the_greatest_count_is_closed) {
  tested::latch closed(tested::latch::max());
  EXPECT_FALSE(closed.try_wait());
  closed.count_down(tested::latch::max() - 1);
  EXPECT_FALSE(closed.try_wait());
  closed.count_down();
  EXPECT_TRUE(closed.try_wait());
}

TEST(latch, opens_with_the_last_count_down_and_stays_open) {
  tested::latch l(5);
  EXPECT_FALSE(l.try_wait());
  l.count_down();
  EXPECT_FALSE(l.try_wait());
  l.count_down(0);
  EXPECT_FALSE(l.try_wait());
  l.count_down(3);
  EXPECT_FALSE(l.try_wait());
  l.count_down();
  EXPECT_TRUE(l.try_wait());
  l.wait();
  l.wait();
  EXPECT_TRUE(l.try_wait());
  l.count_down(0);
  EXPECT_TRUE(l.try_wait());
  l.arrive_and_wait(0);
}

TEST(latch, all_wait_until_it_opens) {
  tested::latch l(2);
  std::atomic<int> gone = 0;
  const joining_thread waiters([&] {
    in_threads(4, [&](int) {
      l.wait();
      ++gone;
    });
  });
  std::this_thread::sleep_for(moment);
  l.count_down(0);
  l.count_down();
  std::this_thread::sleep_for(moment);
  EXPECT_EQ(gone, 0);
  l.count_down();
  EXPECT_TRUE(eventually([&] { return gone == 4; }));
}

TEST(latch, arrive_and_wait_waits_for_the_others) {
  tested::latch l(3);
  std::atomic<int> gone = 0;
  const joining_thread arrivals([&] {
    in_threads(2, [&](int) {
      l.arrive_and_wait();
      ++gone;
    });
  });
  std::this_thread::sleep_for(moment);
  EXPECT_EQ(gone, 0);
  EXPECT_FALSE(l.try_wait());
  l.arrive_and_wait();
  EXPECT_TRUE(eventually([&] { return gone == 2; }));
}

TEST(latch, arrive_and_wait_counts_its_argument) {
  tested::latch l(5);
  std::atomic<bool> gone = false;
  const joining_thread waiter([&] {
    l.arrive_and_wait(2);
    gone = true;
  });
  std::this_thread::sleep_for(moment);
  EXPECT_FALSE(gone);
  l.arrive_and_wait(3);
  EXPECT_TRUE(eventually([&] { return gone.load(); }));
}

TEST(latch, publishes_writes_before_each_count_down_to_all_waiters) {
  constexpr int threads = 4;
  for (int round = 0; round < 200; ++round) {
    tested::latch written(threads);
    std::array<int, threads> values{};
    std::atomic<int> wrong = 0;
    in_threads(threads, [&](int i) {
      values[static_cast<std::size_t>(i)] = i + 1;
      switch (i) {
        case 0:
          written.count_down();
          written.wait();
          break;
        case 1:
          written.count_down();
          while (!written.try_wait()) {
            std::this_thread::yield();
          }
          break;
        default:
          written.arrive_and_wait();
      }
      for (int k = 0; k < threads; ++k) {
        wrong += values[static_cast<std::size_t>(k)] != k + 1;
      }
    });
    EXPECT_EQ(wrong, 0);
  }
}

TEST(latch, globals_are_initialized_before_main) {
  EXPECT_FALSE(global_latch.try_wait());
  global_latch.count_down();
  EXPECT_TRUE(global_latch.try_wait());
}

}  // namespace
}  // namespace conformance
