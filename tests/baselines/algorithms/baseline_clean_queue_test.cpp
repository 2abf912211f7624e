// The AQS-style queue removes aborted waiters: at a linear cost, but always.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

#include <gtest/gtest.h>

#include <baselines/aqs/semaphore.h>
#include <tests/baselines/algorithms/line.h>
#include <tests/support/team.h>

namespace {

using namespace std::chrono_literals;
using cqs::baselines::aqs::fairness;
using cqs::tests::balance;
using cqs::tests::hold_up_others;
using cqs::tests::line;
using cqs::tests::observed;
using cqs::tests::run_team;
using semaphore = cqs::baselines::aqs::semaphore<fairness::fair, observed>;

class clean_queue : public testing::Test {
  balance _all_memory_returned;
};

std::uint64_t steps_of_an_abort(semaphore& s) {
  static_cast<void>(s.try_acquire_for(1ns));  // from then on the pool provides its node
  return observed::steps_of([&] { EXPECT_FALSE(s.try_acquire_for(1ns)); });
}

TEST_F(clean_queue, costs_a_walk_along_the_queue_as_in_java) {
  semaphore s(0);
  const std::uint64_t alone = steps_of_an_abort(s);
  line waiters;
  for (int i = 0; i < 100; ++i) {
    waiters.join([&] { s.acquire(); });
  }
  const std::uint64_t behind_100 = steps_of_an_abort(s);
  EXPECT_GE(behind_100, alone + 100);
  EXPECT_LE(behind_100, alone + 300);
  s.release(100);
}

TEST_F(clean_queue, unlinks_the_first_the_last_and_inner_waiters) {
  constexpr std::size_t count = 7;
  for (std::size_t leaving = 1; leaving < 1U << count; leaving += 5) {
    semaphore s(0);
    std::vector<std::stop_source> stops(count);
    std::size_t staying = count;
    line waiters;
    for (std::size_t i = 0; i < count; ++i) {
      waiters.join([&, i] {
        if (s.acquire(stops[i].get_token())) {
          waiters.sign(i);
          s.release();
        }
      });
    }
    std::vector<std::size_t> expected;
    for (std::size_t i = 0; i < count; ++i) {
      if ((leaving >> i & 1) != 0) {
        stops[i].request_stop();
        --staying;
      } else {
        expected.push_back(i);
      }
    }
    while (s.queue_length() != staying) {
      std::this_thread::yield();
    }
    s.release();
    EXPECT_EQ(waiters.signatures(), expected);
  }
}

// The load that hangs Java's queue (JDK-8386085): nothing to acquire, and all threads abort at once, while
// new tails arrive.
TEST_F(clean_queue, survives_a_storm_of_short_timeouts) {
  semaphore s(0);
  run_team(4, [&](std::size_t member) {
    for (int i = 0; i < 8'000; ++i) {
      EXPECT_FALSE(
          s.try_acquire_for(std::chrono::nanoseconds(1 + (member + static_cast<unsigned>(i)) % 3 * 400)));
    }
  });
  EXPECT_EQ(s.queue_length(), 0U);
  s.release();
  EXPECT_TRUE(s.try_acquire_for(0s));
}

TEST_F(clean_queue, survives_a_storm_while_permits_circulate) {
  semaphore s(1);
  run_team(4, [&](std::size_t member) {
    for (int i = 0; i < 4'000; ++i) {
      if (member == 0) {
        s.acquire();
        hold_up_others(i);
        s.release();
      } else if (s.try_acquire_for(std::chrono::nanoseconds(1 + static_cast<unsigned>(i) % 3 * 700))) {
        s.release();
      }
    }
  });
  EXPECT_EQ(s.queue_length(), 0U);
  EXPECT_TRUE(s.try_acquire());
  EXPECT_FALSE(s.try_acquire());
}

}  // namespace
