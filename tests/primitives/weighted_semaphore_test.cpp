// The semaphore whose requests take several permits at once. The scenarios `weighted_semaphore.*` look at interleavings.

#include <atomic>
#include <chrono>
#include <coroutine>
#include <cstddef>
#include <deque>
#include <exception>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <cqs/weighted_semaphore.h>
#include <tests/support/counting.h>
#include <tests/support/queued.h>
#include <tests/support/sleeping_thread.h>
#include <tests/support/waiting.h>

namespace {

using namespace std::chrono_literals;
using cqs::request_status;
using cqs::tests::counting;
using semaphore = cqs::weighted_semaphore<8>;
using request = semaphore::request_type;
using state = cqs::detail::weighted_state;

TEST(weighted_state, keeps_its_fields_apart_at_their_limits) {
  state s = state::with(state::most_permits);
  EXPECT_TRUE(s.try_acquire(state::most_permits));
  EXPECT_EQ(s.acquire_or_wait(state::most_permits), state::arrival::waits_first);
  EXPECT_TRUE(s.look());
  s.begin(0);
  s.end_before(state::most_permits);
  EXPECT_EQ(s.balance(), -state::most_permits);
  for (int i = 1; i < 1'000; ++i) {
    EXPECT_EQ(s.acquire_or_wait(1), state::arrival::waits);
  }
  EXPECT_EQ(s.release(state::most_permits - 1, state::most_permits), state::released::kept);
  EXPECT_EQ(s.release(state::most_permits, state::most_permits), state::released::serves);
  s.begin(state::most_permits);
  EXPECT_EQ(s.balance(), 2 * state::most_permits - 1);
  for (int i = 0; i < 1'000; ++i) {
    EXPECT_TRUE(s.has_waiters());
    s.serve(1);
  }
  EXPECT_FALSE(s.has_waiters());
  s.end();
  EXPECT_EQ(s.word(), state::with(2 * state::most_permits - 1'001).word());
}

TEST(weighted_state, refuses_more_waiters_than_it_counts) {
  state s = state::with(0);
  s.acquire_or_wait(1);
  const auto one_waiter = state::word_type{1} << 36;
  state full(s.word() + one_waiter * ((1U << 28) - 2));
  const auto word = full.word();
  EXPECT_THROW(full.acquire_or_wait(1), std::overflow_error);
  EXPECT_EQ(full.word(), word);
}

TEST(weighted_semaphore, has_the_size_that_its_header_states) {
  EXPECT_EQ(sizeof(semaphore), 56U);
  EXPECT_EQ(sizeof(cqs::detail::segment<cqs::unit, 32, cqs::native, std::uint32_t>), 448U);
  static constinit cqs::weighted_semaphore<> constant(3);
  EXPECT_TRUE(constant.try_acquire(3));
}

TEST(weighted_semaphore, serves_requests_strictly_in_order) {
  semaphore s(5);
  request large = s.acquire_request(8);
  request small = s.acquire_request(1);
  EXPECT_FALSE(s.try_acquire(1));
  EXPECT_FALSE(s.try_acquire_for(1, 1us));
  EXPECT_EQ(small.status(), request_status::waiting);
  s.release(2);
  EXPECT_EQ(large.status(), request_status::waiting);
  s.release(1);
  EXPECT_EQ(large.status(), request_status::granted);
  EXPECT_EQ(small.status(), request_status::waiting);
  large.get();
  s.release(8);
  EXPECT_EQ(small.status(), request_status::granted);
  small.get();
  EXPECT_TRUE(s.try_acquire(7));
  EXPECT_FALSE(s.try_acquire());
}

TEST(weighted_semaphore, serves_those_behind_a_request_that_aborts) {
  semaphore s(3);
  request large = s.acquire_request(4);
  request small = s.acquire_request(2);
  request another = s.acquire_request(1);
  request last = s.acquire_request(1);
  EXPECT_TRUE(large.cancel());
  EXPECT_EQ(small.status(), request_status::granted);
  EXPECT_EQ(another.status(), request_status::granted);
  EXPECT_EQ(last.status(), request_status::waiting);
  EXPECT_TRUE(last.cancel());
  small.get(), another.get();
  EXPECT_FALSE(s.try_acquire(1));
}

TEST(weighted_semaphore, gives_the_permits_of_a_destroyed_request_back) {
  semaphore s(0);
  {
    request r = s.acquire_request(3), waits = s.acquire_request(7);
    s.release(3);
  }
  EXPECT_TRUE(s.try_acquire(3));
}

TEST(weighted_semaphore, serves_a_large_request_while_small_ones_keep_coming) {
  semaphore s(8);
  std::atomic<bool> done = false;
  std::atomic<bool> alone = true;
  std::atomic<int> used = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&, amount = i + 1] {
      while (!done) {
        s.acquire(amount);
        used += amount;
        used -= amount;
        s.release(amount);
      }
    });
  }
  for (int i = 0; i < 200; ++i) {
    s.acquire(8);
    alone = alone && used == 0;
    s.release(8);
  }
  done = true;
  threads.clear();
  EXPECT_TRUE(alone);
  EXPECT_TRUE(s.try_acquire(8));
}

TEST(weighted_semaphore, wakes_sleeping_threads_and_lets_them_give_up) {
  semaphore s(0);
  std::atomic<int> got = 0;
  cqs::tests::sleeping_thread first([&](const std::stop_token& stop) { got += s.acquire(5, stop) ? 5 : 0; });
  cqs::tests::sleeping_thread second([&](const std::stop_token& stop) { got += s.acquire(2, stop) ? 2 : 0; });
  cqs::tests::sleeping_thread third([&](const std::stop_token&) { s.acquire(2), got += 20; });
  s.release(4);
  first.stop_source().request_stop();
  first.join(), second.join(), third.join();
  EXPECT_EQ(got, 22);
}

struct detached {
  struct promise_type {
    detached get_return_object() const noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void unhandled_exception() const noexcept { std::terminate(); }
  };
};

detached take(semaphore& s, int amount, int& got) {
  co_await s.async_acquire(amount);
  got += amount;
}

detached take(semaphore& s, int amount, std::stop_token stop, int& got) {
  const bool acquired = co_await s.async_acquire(amount, stop);
  got += acquired ? amount : 0;
}

TEST(weighted_semaphore, serves_coroutines_in_the_same_queue) {
  semaphore s(0);
  std::stop_source stop;
  int got = 0;
  take(s, 5, stop.get_token(), got);
  request between = s.acquire_request(1);
  take(s, 2, got);
  s.release(3);
  EXPECT_EQ(got, 0);
  stop.request_stop();
  EXPECT_EQ(got, 2);
  EXPECT_EQ(between.status(), request_status::granted);
}

/// The greatest cost of an immediately aborted request behind `waiters` others.
std::uint64_t steps_to_abort_behind(std::size_t waiters) {
  using counted = cqs::weighted_semaphore<8, cqs::options{}, counting>;
  counted tested(1);
  std::deque<cqs::tests::waiting<counted::request_type>> queue;
  for (std::size_t i = 0; i < waiters; ++i) {
    queue.emplace_back([&] { return tested.acquire_request(2); });
  }
  std::uint64_t most = 0;
  for (int i = 0; i < 1'000; ++i) {
    most = std::max(most, counting::steps_of([&] { tested.acquire_request(3).cancel(); }));
  }
  return most;
}

TEST(weighted_semaphore, aborts_in_the_same_number_of_steps_in_every_queue) {
  const auto alone = steps_to_abort_behind(1);
  EXPECT_LE(steps_to_abort_behind(1'000), alone + 2);
  EXPECT_LE(steps_to_abort_behind(50'000), alone + 2);
}

TEST(weighted_semaphore, takes_one_step_for_an_uncontended_operation) {
  cqs::weighted_semaphore<8, cqs::options{}, counting> tested(8);
  EXPECT_LE(counting::steps_of([&] { tested.acquire(5); }), 2U);  // a load and a compare-exchange
  EXPECT_LE(counting::steps_of([&] { tested.release(5); }), 2U);
}

TEST(weighted_semaphore, refuses_numbers_that_make_no_sense) {
  EXPECT_THROW(semaphore(9), std::invalid_argument);
  EXPECT_THROW(semaphore(-1), std::invalid_argument);
  semaphore s(2);
  EXPECT_THROW(s.acquire(0), std::invalid_argument);
  EXPECT_THROW(s.acquire(9), std::invalid_argument);
  EXPECT_THROW(s.release(-1), std::invalid_argument);
  EXPECT_THROW(s.release(9), std::invalid_argument);
  EXPECT_THROW(s.release(7), std::overflow_error);
  s.release(0);
  EXPECT_TRUE(s.try_acquire(2));
  EXPECT_FALSE(s.try_acquire(1));
}

}  // namespace
