// The AQS-style latch.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <stop_token>

#include <gtest/gtest.h>

#include <baselines/aqs/latch.h>
#include <tests/baselines/algorithms/line.h>
#include <tests/support/team.h>

namespace {

using namespace std::chrono_literals;
using cqs::tests::balance;
using cqs::tests::line;
using latch = cqs::baselines::aqs::latch<cqs::tests::observed>;

class aqs_latch : public testing::Test {
  balance _all_memory_returned;
};

TEST_F(aqs_latch, of_zero_is_open) {
  const latch open(0);
  EXPECT_TRUE(open.try_wait());
  open.wait();
}

TEST_F(aqs_latch, opens_with_the_last_count_down_for_all_waiters) {
  latch l(3);
  line waiters;
  for (int i = 0; i < 6; ++i) {
    waiters.join([&] { l.wait(); });
  }
  EXPECT_EQ(l.queue_length(), 6U);
  l.count_down();
  EXPECT_FALSE(l.try_wait());
  EXPECT_FALSE(l.wait_for(1ms));
  l.count_down(2);
  waiters.disperse();
  EXPECT_TRUE(l.try_wait());
  EXPECT_TRUE(l.wait_for(0s));
  EXPECT_TRUE(l.wait_until(std::chrono::steady_clock::now()));
}

TEST_F(aqs_latch, lets_waiters_abort) {
  latch l(1);
  std::stop_source stop;
  line waiters;
  waiters.join([&] { EXPECT_FALSE(l.wait(stop.get_token())); });
  waiters.join([&] { l.wait(); });
  waiters.join([&] { EXPECT_FALSE(l.wait_for(1ms)); });
  waiters.join([&] { l.wait(); });
  stop.request_stop();
  while (l.queue_length() != 2) {
    std::this_thread::yield();
  }
  l.count_down();
}

TEST_F(aqs_latch, loses_no_waiter_when_some_abort_as_it_opens) {
  for (int round = 0; round < 300; ++round) {
    latch l(2);
    cqs::tests::run_team(4, [&](std::size_t member) {
      switch (member) {
        case 0:
          l.count_down();
          l.wait();
          break;
        case 1:
          static_cast<void>(l.wait_for(1ns));
          l.count_down();
          break;
        case 2:
          static_cast<void>(l.wait_for(std::chrono::microseconds(round % 50)));
          break;
        default:
          l.wait();
      }
    });
    EXPECT_TRUE(l.try_wait());
    EXPECT_EQ(l.queue_length(), 0U);
  }
}

TEST_F(aqs_latch, publishes_writes_before_each_count_down) {
  for (int round = 0; round < 200; ++round) {
    latch l(2);
    int first = 0;  // not atomic: the latch orders it
    int second = 0;
    cqs::tests::run_team(4, [&](std::size_t member) {
      if (member < 2) {
        (member == 0 ? first : second) = 1;
        l.count_down();
      } else {
        l.wait();
        EXPECT_EQ(first + second, 2);
      }
    });
  }
}

TEST_F(aqs_latch, rejects_misuse) {
  EXPECT_THROW(latch(-1), std::invalid_argument);
  latch l(1);
  EXPECT_THROW(l.count_down(2), std::invalid_argument);
  EXPECT_THROW(l.count_down(-1), std::invalid_argument);
  l.arrive_and_wait();
  EXPECT_THROW(l.count_down(), std::invalid_argument);
}

}  // namespace
