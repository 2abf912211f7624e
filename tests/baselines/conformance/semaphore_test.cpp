#include <array>
#include <stop_token>

#include "baselines/implementations/semaphores.h"
#include "semaphore_checks.h"

namespace cqs::baselines::conformance {
namespace {

template <class S>
using is_fair = std::bool_constant<fair_semaphore<S>>;
template <class S>
using is_abortable = std::bool_constant<abortable_semaphore<S>>;
template <class S>
using is_stoppable = std::bool_constant<stoppable_semaphore<S>>;
template <class S>
using is_requestable = std::bool_constant<requestable_semaphore<S>>;

template <class S>
struct semaphores_all : testing::Test {};
TYPED_TEST_SUITE(semaphores_all, test_types<conforming<semaphores_and_variants>>, type_names);

TYPED_TEST(semaphores_all, admit_no_more_than_their_permits) {
  EXPECT_EQ(crowds_inside<TypeParam>(), 0);
}

TYPED_TEST(semaphores_all, publish_writes_before_the_release) {
  TypeParam semaphore(1);
  std::size_t written = 0;
  std::atomic<std::size_t> expected = 0;
  stress([&](std::size_t /*index*/, auto more) {
    std::size_t own = 0;
    for (; more(); ++own) {
      semaphore.acquire();
      ++written;
      semaphore.release();
    }
    expected += own;
  });
  EXPECT_EQ(written, expected.load());
}

TYPED_TEST(semaphores_all, wake_one_waiter_per_released_permit) {
  TypeParam semaphore(0);
  line waiters;
  for (std::size_t i = 0; i < team_size; ++i) {
    waiters.join([&] { semaphore.acquire(); });
  }
  for (std::size_t i = 0; i < team_size; ++i) {
    semaphore.release();
  }
  waiters.leave();
}

template <class S>
struct semaphores_fair : testing::Test {};
using semaphores_fair_types = test_types<claiming<semaphores_and_variants, is_fair>>;
TYPED_TEST_SUITE(semaphores_fair, semaphores_fair_types, type_names);

TYPED_TEST(semaphores_fair, serve_in_fifo_order) {
  EXPECT_TRUE(holds_in_one_of_three_tries(serves_in_order<TypeParam>));
}

template <class S>
struct semaphores_abortable : testing::Test {};
using semaphores_abortable_types = test_types<claiming<semaphores, is_abortable>>;
TYPED_TEST_SUITE(semaphores_abortable, semaphores_abortable_types, type_names);

TYPED_TEST(semaphores_abortable, abort_at_the_deadline) {
  TypeParam semaphore(0);
  EXPECT_FALSE(semaphore.try_acquire_for(1ns));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(semaphore.try_acquire_for(3ms));
  EXPECT_GE(std::chrono::steady_clock::now() - start, 3ms);
  semaphore.release();
  EXPECT_TRUE(semaphore.try_acquire_for(10s));
}

TYPED_TEST(semaphores_abortable, keep_their_permits_in_a_storm_of_aborts) {
  constexpr std::size_t permits = 2;
  TypeParam semaphore(permits);
  std::atomic<std::size_t> inside = 0;
  std::atomic<std::size_t> crowds = 0;
  stress([&](std::size_t index, auto more) {
    for (std::size_t i = index; more(); ++i) {
      if (i % 2 == 0) {
        semaphore.acquire();
      } else if (!semaphore.try_acquire_for(std::chrono::microseconds(i % 16))) {
        continue;
      }
      crowds += ++inside > permits ? 1 : 0;
      --inside;
      semaphore.release();
    }
  });
  EXPECT_EQ(crowds, 0);
  for (std::size_t i = 0; i < permits; ++i) {
    EXPECT_TRUE(semaphore.try_acquire_for(10s)) << "a permit is lost";
  }
  EXPECT_FALSE(semaphore.try_acquire_for(1ms)) << "a permit is doubled";
}

template <class S>
struct semaphores_stoppable : testing::Test {};
using semaphores_stoppable_types = test_types<claiming<semaphores, is_stoppable>>;
TYPED_TEST_SUITE(semaphores_stoppable, semaphores_stoppable_types, type_names);

TYPED_TEST(semaphores_stoppable, abort_on_a_stop_request) {
  TypeParam semaphore(0);
  std::stop_source source;
  line waiters;
  waiters.join([&] { EXPECT_FALSE(semaphore.acquire(source.get_token())); });
  source.request_stop();
  waiters.leave();
  semaphore.release();
  EXPECT_TRUE(semaphore.try_acquire_for(10s));
}

/// The aborting waiter is between two others, which keep their order.
template <class S>
bool abort_keeps_the_order() {
  S semaphore(0);
  log log;
  line patient;
  line impatient;
  std::stop_source source;
  const auto wait = [&](std::size_t i) {
    semaphore.acquire();
    log.add(i);
  };
  patient.join([&] { wait(0); });
  impatient.join([&] { EXPECT_FALSE(semaphore.acquire(source.get_token())); });
  patient.join([&] { wait(1); });
  source.request_stop();
  impatient.leave();
  patient.join([&] { wait(2); });
  for (std::size_t i = 1; i <= 3; ++i) {
    semaphore.release();
    log.wait_for_count(i);
  }
  patient.leave();
  return log.is_in_order();
}

template <class S>
using is_fair_and_stoppable = std::bool_constant<fair_semaphore<S> && stoppable_semaphore<S>>;

template <class S>
struct semaphores_fair_and_stoppable : testing::Test {};
using semaphores_fair_and_stoppable_types = test_types<claiming<semaphores, is_fair_and_stoppable>>;
TYPED_TEST_SUITE(semaphores_fair_and_stoppable, semaphores_fair_and_stoppable_types, type_names);

TYPED_TEST(semaphores_fair_and_stoppable, keep_their_order_when_one_aborts) {
  EXPECT_TRUE(holds_in_one_of_three_tries(abort_keeps_the_order<TypeParam>));
}

template <class S>
struct semaphores_requestable : testing::Test {};
using semaphores_requestable_types = test_types<claiming<semaphores, is_requestable>>;
TYPED_TEST_SUITE(semaphores_requestable, semaphores_requestable_types, type_names);

TYPED_TEST(semaphores_requestable, queue_requests_without_threads) {
  TypeParam semaphore(0);
  auto first = semaphore.acquire_request();
  auto second = semaphore.acquire_request();
  EXPECT_TRUE(first.cancel());
  semaphore.release();
  EXPECT_FALSE(second.cancel());
}

}  // namespace
}  // namespace cqs::baselines::conformance
