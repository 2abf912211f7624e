// The AQS-style semaphores: permits are conserved, waiters are served in order.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <stop_token>

#include <gtest/gtest.h>

#include <baselines/aqs/semaphore.h>
#include <tests/baselines/algorithms/line.h>
#include <tests/support/impatience.h>
#include <tests/support/sleeping_thread.h>
#include <tests/support/team.h>

namespace {

using namespace std::chrono_literals;
using cqs::baselines::aqs::fairness;
using cqs::tests::balance;
using cqs::tests::hold_up_others;
using cqs::tests::line;
using cqs::tests::observed;
using cqs::tests::run_team;

template <class Semaphore>
constexpr bool is_fair = false;
template <class Platform>
constexpr bool is_fair<cqs::baselines::aqs::semaphore<fairness::fair, Platform>> = true;

template <class Semaphore>
class aqs_semaphore : public testing::Test {
 protected:
  /// Returns the number of free permits.
  static int drain(Semaphore& semaphore) {
    int permits = 0;
    while (semaphore.try_acquire()) {
      ++permits;
    }
    return permits;
  }

 private:
  balance _all_memory_returned;
};
using semaphores = testing::Types<cqs::baselines::aqs::semaphore<fairness::unfair, observed>,
                                  cqs::baselines::aqs::semaphore<fairness::fair, observed>>;
TYPED_TEST_SUITE(aqs_semaphore, semaphores);

TYPED_TEST(aqs_semaphore, grants_as_many_permits_as_it_has) {
  TypeParam semaphore(3);
  EXPECT_EQ(this->drain(semaphore), 3);
  semaphore.release(2);
  semaphore.acquire();
  EXPECT_EQ(this->drain(semaphore), 1);
}

TYPED_TEST(aqs_semaphore, never_exceeds_its_permits) {
  constexpr int permits = 2;
  TypeParam semaphore(permits);
  std::atomic<int> inside = 0;
  run_team(4, [&](std::size_t /*member*/) {
    for (int i = 0; i < 3'000; ++i) {
      semaphore.acquire();
      EXPECT_LE(++inside, permits);
      hold_up_others(i);
      --inside;
      semaphore.release();
    }
  });
  EXPECT_EQ(this->drain(semaphore), permits);
}

TYPED_TEST(aqs_semaphore, serves_waiters_in_order) {
  constexpr std::size_t count = 10;
  TypeParam semaphore(1);
  semaphore.acquire();
  line waiters;
  waiters.join_and_sign(count, [&](auto sign) {
    semaphore.acquire();
    sign();
    semaphore.release();
  });
  semaphore.release();
  EXPECT_EQ(waiters.signatures(), line::first_to_last(count));
  EXPECT_EQ(this->drain(semaphore), 1);
}

TYPED_TEST(aqs_semaphore, lets_a_newcomer_overtake_a_waiter_only_if_unfair) {
  TypeParam semaphore(0);
  cqs::tests::sleeping_thread waiter([&](const auto& /*stop*/) { semaphore.acquire(); });
  observed::delay_wakes();
  semaphore.release();  // the permit is free, and the waiter still sleeps
  if (is_fair<TypeParam>) {
    EXPECT_TRUE(semaphore.try_acquire());  // as in Java
    semaphore.release();
    // Last, because an aborting thread wakes those before it.
    EXPECT_FALSE(semaphore.try_acquire_for(1ms));
  } else {
    EXPECT_TRUE(semaphore.try_acquire_for(1ms));
    semaphore.release();
  }
  observed::deliver_late_wake();
  waiter.join();
  EXPECT_EQ(this->drain(semaphore), 0);
}

TYPED_TEST(aqs_semaphore, wakes_one_waiter_per_released_permit) {
  TypeParam semaphore(0);
  line waiters;
  std::atomic<int> through = 0;
  for (int i = 0; i < 5; ++i) {
    waiters.join([&] {
      semaphore.acquire();
      ++through;
    });
  }
  semaphore.release(3);
  while (through.load() < 3) {
    std::this_thread::yield();
  }
  std::this_thread::sleep_for(5ms);
  EXPECT_EQ(through.load(), 3);
  semaphore.release(2);
  waiters.disperse();
  EXPECT_EQ(through.load(), 5);
  EXPECT_EQ(this->drain(semaphore), 0);
}

TYPED_TEST(aqs_semaphore, aborts_by_deadline_and_by_stop) {
  TypeParam semaphore(0);
  EXPECT_FALSE(semaphore.try_acquire_for(2ms));
  EXPECT_FALSE(semaphore.try_acquire_until(std::chrono::steady_clock::now() + 1ms));
  std::stop_source stop;
  line waiters;
  waiters.join([&] { EXPECT_FALSE(semaphore.acquire(stop.get_token())); });
  stop.request_stop();
  waiters.disperse();
  semaphore.release();
  EXPECT_TRUE(semaphore.acquire(stop.get_token()));
  EXPECT_EQ(this->drain(semaphore), 0);
}

TYPED_TEST(aqs_semaphore, passes_on_the_permit_of_an_aborting_waiter) {
  for (int round = 0; round < 100; ++round) {
    TypeParam semaphore(0);
    std::stop_source stop;
    line waiters;
    waiters.join([&] {
      if (semaphore.acquire(stop.get_token())) {
        semaphore.release();
      }
    });
    waiters.join([&] { semaphore.acquire(); });
    std::jthread releaser([&] { semaphore.release(); });
    stop.request_stop();
    waiters.disperse();  // hangs if the permit is lost
    releaser.join();
    EXPECT_EQ(this->drain(semaphore), 0);
  }
}

TYPED_TEST(aqs_semaphore, conserves_permits_under_random_aborts) {
  for (const std::ptrdiff_t permits : {1, 3}) {
    TypeParam semaphore(permits);
    std::atomic<std::ptrdiff_t> inside = 0;
    cqs::tests::stop_requester stops(4);
    run_team(4, [&](std::size_t member) {
      cqs::tests::impatience patience(stops, member);
      for (int i = 0; i < 1'500; ++i) {
        const bool acquired = patience.wait(
            [&] {
              semaphore.acquire();
              return true;
            },
            [&](auto timeout) { return semaphore.try_acquire_for(timeout); },
            [&](std::stop_token stop) { return semaphore.acquire(std::move(stop)); });
        if (acquired) {
          EXPECT_LE(++inside, permits);
          hold_up_others(i);
          --inside;
          semaphore.release();
        }
      }
    });
    EXPECT_EQ(this->drain(semaphore), permits);
    EXPECT_EQ(semaphore.queue_length(), 0U);
  }
}

TYPED_TEST(aqs_semaphore, rejects_misuse) {
  EXPECT_THROW(TypeParam(-1), std::invalid_argument);
  TypeParam semaphore(TypeParam::max());
  EXPECT_THROW(semaphore.release(), std::overflow_error);
  EXPECT_THROW(semaphore.release(-1), std::invalid_argument);
  EXPECT_NO_THROW(semaphore.release(0));
}

}  // namespace
