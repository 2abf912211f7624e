#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support.h"
#include "tested.h"

namespace conformance {
namespace {

CONFORMANCE_CONSTINIT tested::barrier<> global_barrier(1);

struct nothing {
  void operator()() noexcept {}
};

using plain_barrier = tested::barrier<>;
static_assert(stays_in_place<plain_barrier> && stays_in_place<tested::barrier<nothing>>);
static_assert(!std::is_default_constructible_v<plain_barrier>);
static_assert(std::is_constructible_v<plain_barrier, std::ptrdiff_t>);
static_assert(std::is_constructible_v<tested::barrier<nothing>, std::ptrdiff_t, nothing>);
static_assert(!std::is_convertible_v<std::ptrdiff_t, plain_barrier>);
static_assert(std::same_as<decltype(plain_barrier::max()), std::ptrdiff_t>);
static_assert(noexcept(plain_barrier::max()));
static_assert(plain_barrier::max() >= 1'000'000);
static_assert(std::is_nothrow_move_constructible_v<plain_barrier::arrival_token>);
static_assert(std::is_nothrow_move_assignable_v<plain_barrier::arrival_token>);
static_assert(std::is_nothrow_destructible_v<plain_barrier::arrival_token>);
static_assert(requires(plain_barrier & b, const plain_barrier& constant, plain_barrier::arrival_token token) {
  { b.arrive() } -> std::same_as<plain_barrier::arrival_token>;
  { b.arrive(std::ptrdiff_t{2}) } -> std::same_as<plain_barrier::arrival_token>;
  { constant.wait(std::move(token)) } -> std::same_as<void>;
  { constant.wait(b.arrive()) } -> std::same_as<void>;
  { b.arrive_and_wait() } -> std::same_as<void>;
  { b.arrive_and_drop() } -> std::same_as<void>;
});

TEST(barrier, of_one_party_never_waits) {
  int phases = 0;
  tested::barrier b(1, [&]() noexcept { ++phases; });
  b.arrive_and_wait();
  b.wait(b.arrive());
  EXPECT_EQ(phases, 2);
  b.arrive_and_drop();
  EXPECT_EQ(phases, 3);
}

TEST(barrier, needs_no_template_argument) {
  tested::barrier without_completion(1);
  static_assert(std::same_as<decltype(without_completion), tested::barrier<>>);
  without_completion.arrive_and_wait();
  tested::barrier with_completion(1, nothing{});
  static_assert(std::same_as<decltype(with_completion), tested::barrier<nothing>>);
  with_completion.arrive_and_wait();
  tested::barrier<nothing> with_made_completion(1);
  with_made_completion.arrive_and_wait();
}

TEST(barrier, takes_any_completion_that_moves) {
  int phases = 0;
  struct only_moves {
    std::unique_ptr<int*> count;
    void operator()() noexcept { ++**count; }
  };
  tested::barrier b(1, only_moves{std::make_unique<int*>(&phases)});
  b.arrive_and_wait();
  static int calls = 0;
  void (*const function)() noexcept = []() noexcept { ++calls; };
  tested::barrier by_function(1, function);
  by_function.arrive_and_wait();
  EXPECT_EQ(phases, 1);
  EXPECT_EQ(calls, 1);
}

TEST(barrier, arrive_and_wait_waits_for_the_others) {
  tested::barrier b(3);
  std::atomic<int> gone = 0;
  const joining_thread others([&] {
    in_threads(2, [&](int) {
      b.arrive_and_wait();
      ++gone;
    });
  });
  std::this_thread::sleep_for(moment);
  EXPECT_EQ(gone, 0);
  b.arrive_and_wait();
  EXPECT_TRUE(eventually([&] { return gone == 2; }));
}

TEST(barrier, arrive_does_not_wait) {
  tested::barrier b(2);
  auto first = b.arrive();
  std::atomic<bool> gone = false;
  const joining_thread waiter([&] {
    b.wait(std::move(first));
    gone = true;
  });
  std::this_thread::sleep_for(moment);
  EXPECT_FALSE(gone);
  auto last = b.arrive();
  b.wait(std::move(last));
  EXPECT_TRUE(eventually([&] { return gone.load(); }));
}

TEST(barrier, arrive_counts_its_argument) {
  int phases = 0;
  tested::barrier b(5, [&]() noexcept { ++phases; });
  for (int phase = 0; phase < 3; ++phase) {
    auto some = b.arrive(3);
    auto one = b.arrive();
    EXPECT_EQ(phases, phase);
    auto last = b.arrive(1);
    EXPECT_EQ(phases, phase + 1);
    b.wait(std::move(some));
    b.wait(std::move(one));
    b.wait(std::move(last));
  }
  b.wait(b.arrive(5));
  EXPECT_EQ(phases, 4);
}

TEST(barrier, another_thread_can_wait_with_a_token) {
  tested::barrier b(2);
  for (int phase = 0; phase < 200; ++phase) {
    const joining_thread waiter([&b, token = b.arrive()]() mutable { b.wait(std::move(token)); });
    b.arrive_and_wait();
  }
}

TEST(barrier, a_token_of_the_previous_phase_does_not_wait) {
  tested::barrier b(2);
  auto first = b.arrive();
  auto second = b.arrive();
  static_cast<void>(b.arrive());  // the next phase has begun and is not complete
  b.wait(std::move(first));
  b.wait(std::move(second));
  b.arrive_and_wait();
}

TEST(barrier, completes_each_phase_once_after_all_arrivals_and_before_any_return) {
  constexpr int threads = 4;
  constexpr int phases = 500;
  // Not atomic: only the barrier orders the accesses.
  std::array<int, threads> arrived{};
  int completed = 0;
  int wrong_in_completion = 0;
  tested::barrier b(threads, [&]() noexcept {
    for (const int count : arrived) {
      wrong_in_completion += count != completed + 1;
    }
    ++completed;
  });
  std::atomic<int> wrong = 0;
  in_threads(threads, [&](int i) {
    for (int phase = 0; phase < phases; ++phase) {
      ++arrived[static_cast<std::size_t>(i)];
      if ((phase + i) % 3 == 0) {
        b.wait(b.arrive());
      } else {
        b.arrive_and_wait();
      }
      wrong += completed != phase + 1;
    }
  });
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(wrong_in_completion, 0);
  EXPECT_EQ(completed, phases);
}

TEST(barrier, publishes_writes_before_each_arrival_to_all_waiters) {
  constexpr std::size_t threads = 4;
  tested::barrier b(threads);
  std::array<int, threads> values{};
  std::atomic<int> wrong = 0;
  in_threads(threads, [&](int i) {
    for (int round = 1; round <= 300; ++round) {
      values[static_cast<std::size_t>(i)] = round;
      b.arrive_and_wait();
      for (const int value : values) {
        wrong += value != round;
      }
      b.arrive_and_wait();
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST(barrier, does_not_expect_dropped_parties_again) {
  int phases = 0;
  tested::barrier b(3, [&]() noexcept { ++phases; });
  b.arrive_and_drop();
  EXPECT_EQ(phases, 0) << "a drop that is not the last arrival completed the phase";
  b.wait(b.arrive(2));
  EXPECT_EQ(phases, 1);
  b.wait(b.arrive(2));
  EXPECT_EQ(phases, 2) << "two parties did not complete the phase";
  auto token = b.arrive();
  b.arrive_and_drop();
  b.wait(std::move(token));
  EXPECT_EQ(phases, 3) << "a drop as the last arrival did not complete the phase";
  b.arrive_and_wait();
  EXPECT_EQ(phases, 4) << "one party did not complete the phase";
}

TEST(barrier, threads_drop_out_one_by_one) {
  constexpr int threads = 5;
  std::atomic<int> phases = 0;
  tested::barrier b(threads, [&]() noexcept { ++phases; });
  in_threads(threads, [&](int i) {
    for (int phase = 0; phase < 20 * i; ++phase) {
      b.arrive_and_wait();
    }
    b.arrive_and_drop();
  });
  EXPECT_EQ(phases, 20 * (threads - 1) + 1);
}

TEST(barrier, waiting_threads_need_not_be_arriving_threads) {
  tested::barrier b(2);
  std::vector<decltype(b)::arrival_token> tokens;
  for (int phase = 0; phase < 200; ++phase) {
    tokens.clear();
    tokens.push_back(b.arrive());
    const joining_thread waiter([&] { b.wait(std::move(tokens.front())); });
    static_cast<void>(b.arrive());
  }
}

TEST(barrier, globals_are_initialized_before_main) {
  global_barrier.arrive_and_wait();
}

}  // namespace
}  // namespace conformance
