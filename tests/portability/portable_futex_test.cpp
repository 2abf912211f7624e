// The portable futex keeps the contract of Linux's.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

#include <cqs/platform/portable_futex.h>
#include <tests/support/sleeping_thread.h>

namespace {

using namespace std::chrono_literals;
using futex = cqs::detail::portable_futex;
using clock = std::chrono::steady_clock;

TEST(portable_futex, does_not_sleep_if_the_word_has_changed) {
  const std::atomic<std::uint32_t> word = 1;
  futex::futex_wait(word, 0);
  EXPECT_TRUE(futex::futex_wait_until(word, 0, clock::time_point::max()));
}

TEST(portable_futex, sleeps_until_the_time) {
  const std::atomic<std::uint32_t> word = 0;
  const auto end = clock::now() + 10ms;
  EXPECT_FALSE(futex::futex_wait_until(word, 0, end));
  EXPECT_GE(clock::now(), end);
  for (const auto past :
       {clock::now(), clock::time_point{}, clock::time_point(-1h), clock::time_point::min()}) {
    EXPECT_FALSE(futex::futex_wait_until(word, 0, past));
  }
}

TEST(portable_futex, wakes_one_sleeper_of_the_word_alone) {
  std::atomic<std::uint32_t> word = 0;
  const std::atomic<std::uint32_t> other = 0;
  std::atomic<int> awake = 0;
  const auto sleep = [&](const std::stop_token& /*stop*/) {
    futex::futex_wait(word, 0);
    ++awake;
  };
  cqs::tests::sleeping_thread first(sleep);
  cqs::tests::sleeping_thread second(sleep);
  futex::futex_wake_one(&other);
  std::this_thread::sleep_for(10ms);
  EXPECT_EQ(awake, 0);
  futex::futex_wake_one(&word);
  while (awake == 0) {
    std::this_thread::yield();
  }
  std::this_thread::sleep_for(10ms);
  EXPECT_EQ(awake, 1);
  futex::futex_wake_one(&word);
}

/// Two threads in turns: a lost wake-up is a hang.
TEST(portable_futex, loses_no_wake_up) {
  constexpr std::uint32_t turns = 20'000;
  std::atomic<std::uint32_t> word = 0;
  const auto play = [&word](std::uint32_t parity) {
    for (std::uint32_t seen = word; seen < turns; seen = word) {
      if (seen % 2 == parity) {
        word = seen + 1;
        futex::futex_wake_one(&word);
      } else {
        futex::futex_wait(word, seen);
      }
    }
  };
  std::thread even(play, 0);
  std::thread odd(play, 1);
  even.join();
  odd.join();
  EXPECT_EQ(word, turns);
}

}  // namespace
