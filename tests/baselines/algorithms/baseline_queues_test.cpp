// The AQS-style blocking queues: first in, first out, nothing lost, nothing duplicated.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <vector>

#include <gtest/gtest.h>

#include <baselines/aqs/array_blocking_queue.h>
#include <baselines/aqs/linked_blocking_queue.h>
#include <tests/baselines/algorithms/line.h>
#include <tests/support/impatience.h>
#include <tests/support/team.h>

namespace {

using namespace std::chrono_literals;
using cqs::baselines::aqs::fairness;
using cqs::tests::balance;
using cqs::tests::line;
using cqs::tests::observed;

/// A move-only element; the address sanitizer detects a wrong destruction.
using element = std::unique_ptr<int>;

template <class Queue>
class blocking_queue : public testing::Test {
  balance _all_memory_returned;

 protected:
  static element numbered(int number) { return std::make_unique<int>(number); }
};
using queues = testing::Types<cqs::baselines::aqs::array_blocking_queue<element, fairness::unfair, observed>,
                              cqs::baselines::aqs::array_blocking_queue<element, fairness::fair, observed>,
                              cqs::baselines::aqs::linked_blocking_queue<element, observed>>;
TYPED_TEST_SUITE(blocking_queue, queues);

TYPED_TEST(blocking_queue, returns_elements_in_the_order_of_arrival) {
  TypeParam queue(3);
  for (int round = 0; round < 5; ++round) {
    EXPECT_EQ(queue.try_take(), std::nullopt);
    queue.put(this->numbered(1));
    queue.put(this->numbered(2));
    queue.put(this->numbered(3));
    EXPECT_EQ(*queue.take(), 1);
    EXPECT_EQ(**queue.try_take(), 2);
    EXPECT_EQ(**queue.take_for(0s), 3);
  }
}

TYPED_TEST(blocking_queue, destroys_its_remaining_elements) {
  TypeParam queue(4);
  queue.put(this->numbered(1));
  queue.put(this->numbered(2));
}

TYPED_TEST(blocking_queue, makes_a_take_wait_for_an_element) {
  TypeParam queue(2);
  line takers;
  takers.join_and_sign(4, [&](auto sign) {
    static_cast<void>(queue.take());
    sign();
  });
  for (int i = 0; i < 4; ++i) {
    queue.put(this->numbered(i));
  }
  takers.disperse();
  EXPECT_EQ(queue.try_take(), std::nullopt);
}

TYPED_TEST(blocking_queue, makes_a_put_wait_for_room) {
  TypeParam queue(1);
  queue.put(this->numbered(0));
  line putters;
  for (int i = 1; i <= 3; ++i) {
    putters.join([&, i] { queue.put(this->numbered(i)); });
  }
  for (int i = 0; i <= 3; ++i) {
    EXPECT_EQ(*queue.take(), i);
  }
}

TYPED_TEST(blocking_queue, lets_a_take_abort) {
  TypeParam queue(2);
  EXPECT_EQ(queue.take_for(1ms), std::nullopt);
  EXPECT_EQ(queue.take_until(std::chrono::steady_clock::now()), std::nullopt);
  std::stop_source stop;
  line takers;
  takers.join([&] { EXPECT_EQ(queue.take(stop.get_token()), std::nullopt); });
  stop.request_stop();
  takers.disperse();
  queue.put(this->numbered(7));
  EXPECT_EQ(**queue.take(stop.get_token()), 7);
}

TYPED_TEST(blocking_queue, neither_loses_nor_duplicates_elements) {
  constexpr int count = 3'000;
  TypeParam queue(5);
  std::vector<std::atomic<int>> seen(std::size_t{2} * count);
  cqs::tests::run_team(4, [&](std::size_t member) {
    for (int i = 0; i < count; ++i) {
      if (member < 2) {
        queue.put(this->numbered(static_cast<int>(member) * count + i));
      } else {
        ++seen[static_cast<std::size_t>(*queue.take())];
      }
    }
  });
  for (const auto& times : seen) {
    EXPECT_EQ(times.load(), 1);
  }
  EXPECT_EQ(queue.try_take(), std::nullopt);
}

TYPED_TEST(blocking_queue, serves_as_a_pool_under_random_aborts) {
  constexpr int elements = 2;
  TypeParam pool(elements);
  for (int i = 0; i < elements; ++i) {
    pool.put(this->numbered(i));
  }
  cqs::tests::stop_requester stops(4);
  cqs::tests::run_team(4, [&](std::size_t member) {
    cqs::tests::impatience patience(stops, member);
    for (int i = 0; i < 800; ++i) {
      std::optional<element> e =
          patience.wait([&] { return std::optional<element>(pool.take()); },
                        [&](auto timeout) { return pool.take_for(timeout); },
                        [&](std::stop_token stop) { return pool.take(std::move(stop)); });
      if (e) {
        cqs::tests::hold_up_others(i);
        pool.put(std::move(*e));
      }
    }
  });
  std::vector<int> left;
  while (auto e = pool.try_take()) {
    left.push_back(**e);
  }
  std::sort(left.begin(), left.end());
  EXPECT_EQ(left, (std::vector<int>{0, 1}));
}

TYPED_TEST(blocking_queue, rejects_a_capacity_of_zero) {
  EXPECT_THROW(TypeParam(0), std::invalid_argument);
}

}  // namespace
