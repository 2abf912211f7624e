// The life cycle of a cell, transition by transition. A hook that resumes makes a resume happen in the middle
// of a cancellation. So the test runs deterministically through what is otherwise a race.

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <cqs/detail/waiting/thread_waiter.h>
#include <cqs/synchronizer.h>
#include <tests/support/counting.h>
#include <tests/support/structure.h>

namespace {

using cqs::cancellation;
using cqs::resumption;
using cqs::suspension;
using cqs::tests::counting;

template <resumption Resumption, cancellation Cancellation, std::size_t SegmentSize>
class cell_life {
 public:
  static constexpr cqs::options variant{
      .resumption = Resumption, .cancellation = Cancellation, .segment_size = SegmentSize, .spin_limit = 3};
  using queue_type = cqs::synchronizer<int, variant, counting>;
  using waiter_type = cqs::detail::thread_waiter<queue_type>;

  /// A primitive whose hooks the test controls.
  struct hooks {
    cell_life& test;
    template <class Waiter>
    bool on_cancellation(Waiter& /*waiter*/) const noexcept {
      if (test.during_cancellation) {
        test.during_cancellation();
      }
      return test.withdraws;
    }
    void complete_refused_resume(int value) const noexcept { test.refused.push_back(value); }
  };

  ~cell_life() {
    queue.reset();
    EXPECT_EQ(counting::live_objects, 0);
  }

  waiter_type& suspended() {
    auto& waiter = waiters.emplace_back();
    EXPECT_EQ(queue->suspend(waiter, hooks{*this}), suspension::suspended);
    return waiter;
  }
  bool cancel(waiter_type& waiter) { return queue->cancel(waiter, hooks{*this}); }
  bool resume(int value) {
    const int given = value;
    const bool passed = queue->resume(value, hooks{*this});
    EXPECT_TRUE(passed || value == given) << "a failed resume did not keep its value";
    return passed;
  }
  std::optional<int> result_of(waiter_type& waiter) {
    if (!waiter.is_completed()) {
      return std::nullopt;
    }
    queue->settle(waiter);
    return waiter.take_result();
  }

  std::optional<queue_type> queue{std::in_place};
  std::deque<waiter_type> waiters;
  bool withdraws = true;
  std::function<void()> during_cancellation;
  std::vector<int> refused;
};

template <class Life>
class a_cell : public testing::Test {
 protected:
  Life life;
};

template <class Life>
class any_cell : public a_cell<Life> {};
using any = testing::Types<cell_life<resumption::async, cancellation::simple, 1>,
                           cell_life<resumption::async, cancellation::smart, 1>,
                           cell_life<resumption::sync, cancellation::simple, 1>,
                           cell_life<resumption::sync, cancellation::smart, 1>,
                           cell_life<resumption::async, cancellation::simple, 2>,
                           cell_life<resumption::async, cancellation::smart, 2>,
                           cell_life<resumption::sync, cancellation::simple, 64>,
                           cell_life<resumption::sync, cancellation::smart, 64>>;
TYPED_TEST_SUITE(any_cell, any);

TYPED_TEST(any_cell, hands_its_value_to_its_waiter_in_order) {
  auto& first = this->life.suspended();
  auto& second = this->life.suspended();
  EXPECT_TRUE(this->life.resume(1));
  EXPECT_FALSE(second.is_completed());
  EXPECT_TRUE(this->life.resume(2));
  EXPECT_EQ(this->life.result_of(first), 1);
  EXPECT_EQ(this->life.result_of(second), 2);
}

TYPED_TEST(any_cell, can_be_cancelled_once) {
  auto& waiter = this->life.suspended();
  EXPECT_TRUE(this->life.cancel(waiter));
}

TYPED_TEST(any_cell, cannot_be_cancelled_after_its_resume) {
  auto& waiter = this->life.suspended();
  EXPECT_TRUE(this->life.resume(5));
  EXPECT_FALSE(this->life.cancel(waiter));
  EXPECT_EQ(this->life.result_of(waiter), 5);
}

template <class Life>
class async_cell : public a_cell<Life> {};
using async = testing::Types<cell_life<resumption::async, cancellation::simple, 1>,
                             cell_life<resumption::async, cancellation::smart, 2>,
                             cell_life<resumption::async, cancellation::smart, 64>>;
TYPED_TEST_SUITE(async_cell, async);

TYPED_TEST(async_cell, keeps_a_value_that_comes_first) {
  EXPECT_TRUE(this->life.resume(1));
  EXPECT_TRUE(this->life.resume(2));
  for (const int expected : {1, 2}) {
    typename TypeParam::waiter_type waiter;
    EXPECT_EQ(this->life.queue->suspend(waiter, typename TypeParam::hooks{this->life}), suspension::resumed);
    EXPECT_EQ(waiter.take_result(), expected);
  }
}

template <class Life>
class sync_cell : public a_cell<Life> {};
using sync = testing::Types<cell_life<resumption::sync, cancellation::simple, 1>,
                            cell_life<resumption::sync, cancellation::smart, 2>,
                            cell_life<resumption::sync, cancellation::smart, 64>>;
TYPED_TEST_SUITE(sync_cell, sync);

TYPED_TEST(sync_cell, breaks_without_a_suspend_and_fails_both_sides) {
  EXPECT_FALSE(this->life.resume(1));
  typename TypeParam::waiter_type waiter;
  EXPECT_EQ(this->life.queue->suspend(waiter, typename TypeParam::hooks{this->life}), suspension::broken);
  auto& next = this->life.suspended();
  EXPECT_TRUE(this->life.resume(2));
  EXPECT_EQ(this->life.result_of(next), 2);
}

TYPED_TEST(sync_cell, that_is_broken_and_never_visited_leaves_no_memory) {
  EXPECT_FALSE(this->life.resume(1));
}

template <class Life>
class simple_cell : public a_cell<Life> {};
using simple = testing::Types<cell_life<resumption::async, cancellation::simple, 1>,
                              cell_life<resumption::async, cancellation::simple, 2>,
                              cell_life<resumption::sync, cancellation::simple, 64>>;
TYPED_TEST_SUITE(simple_cell, simple);

TYPED_TEST(simple_cell, fails_one_resume_per_cancelled_waiter) {
  constexpr int cancelled = 10;
  for (int i = 0; i < cancelled; ++i) {
    EXPECT_TRUE(this->life.cancel(this->life.suspended()));
  }
  auto& last = this->life.suspended();
  EXPECT_LE(this->life.queue->segment_count(), 2U);
  for (int i = 0; i < cancelled; ++i) {
    EXPECT_FALSE(this->life.resume(i)) << i;
  }
  EXPECT_TRUE(this->life.resume(99));
  EXPECT_EQ(this->life.result_of(last), 99);
}

template <class Life>
class smart_cell : public a_cell<Life> {};
using smart = testing::Types<cell_life<resumption::async, cancellation::smart, 1>,
                             cell_life<resumption::async, cancellation::smart, 2>,
                             cell_life<resumption::async, cancellation::smart, 64>,
                             cell_life<resumption::sync, cancellation::smart, 1>,
                             cell_life<resumption::sync, cancellation::smart, 64>>;
TYPED_TEST_SUITE(smart_cell, smart);

TYPED_TEST(smart_cell, that_is_cancelled_is_skipped) {
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(this->life.cancel(this->life.suspended()));
  }
  auto& last = this->life.suspended();
  EXPECT_TRUE(this->life.resume(3));
  EXPECT_EQ(this->life.result_of(last), 3);
}

TYPED_TEST(smart_cell, that_refuses_gives_the_value_back_to_the_primitive) {
  auto& first = this->life.suspended();
  auto& second = this->life.suspended();
  this->life.withdraws = false;
  EXPECT_TRUE(this->life.cancel(first));
  EXPECT_TRUE(this->life.resume(7));
  EXPECT_EQ(this->life.refused, std::vector{7});
  EXPECT_FALSE(second.is_completed()) << "a refused resume reached another waiter";
  EXPECT_TRUE(this->life.resume(8));
  EXPECT_EQ(this->life.result_of(second), 8);
}

template <class Life>
class cancelling_cell : public a_cell<Life> {};
using cancelling = testing::Types<cell_life<resumption::async, cancellation::smart, 1>,
                                  cell_life<resumption::async, cancellation::smart, 2>,
                                  cell_life<resumption::async, cancellation::smart, 64>>;
TYPED_TEST_SUITE(cancelling_cell, cancelling);

TYPED_TEST(cancelling_cell, passes_on_a_value_that_arrives_during_cancellation) {
  auto& first = this->life.suspended();
  auto& second = this->life.suspended();
  this->life.during_cancellation = [this] { EXPECT_TRUE(this->life.resume(7)); };
  EXPECT_TRUE(this->life.cancel(first));
  EXPECT_EQ(this->life.result_of(second), 7);
}

TYPED_TEST(cancelling_cell, returns_a_value_that_arrives_during_cancellation_if_it_refuses) {
  auto& first = this->life.suspended();
  auto& second = this->life.suspended();
  this->life.withdraws = false;
  this->life.during_cancellation = [this] { EXPECT_TRUE(this->life.resume(7)); };
  EXPECT_TRUE(this->life.cancel(first));
  EXPECT_EQ(this->life.refused, std::vector{7});
  this->life.during_cancellation = nullptr;
  this->life.withdraws = true;
  EXPECT_TRUE(this->life.cancel(second));
}

TYPED_TEST(cancelling_cell, leaves_a_value_for_the_next_suspend_if_no_other_waiter_exists) {
  auto& only = this->life.suspended();
  this->life.during_cancellation = [this] { EXPECT_TRUE(this->life.resume(7)); };
  EXPECT_TRUE(this->life.cancel(only));
  typename TypeParam::waiter_type next;
  EXPECT_EQ(this->life.queue->suspend(next, typename TypeParam::hooks{this->life}), suspension::resumed);
  EXPECT_EQ(next.take_result(), 7);
}

}  // namespace
