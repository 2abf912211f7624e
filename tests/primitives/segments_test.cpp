// The queue of cells and its segments: bounded memory, correct links, no leaks.

#include <algorithm>
#include <cstddef>
#include <deque>
#include <latch>
#include <numeric>
#include <optional>
#include <random>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <cqs/detail/waiting/thread_waiter.h>
#include <cqs/semaphore.h>
#include <cqs/synchronizer.h>
#include <tests/support/counting.h>
#include <tests/support/structure.h>
#include <tests/support/waiting.h>

namespace {

using cqs::tests::counting;

/// A queue without a primitive: an aborting waiter always withdraws.
struct no_count {
  template <class Waiter>
  bool on_cancellation(Waiter& /*waiter*/) const noexcept {
    return true;
  }
  void complete_refused_resume(cqs::unit /*value*/) const noexcept { FAIL() << "a resume was refused"; }
};

template <std::size_t SegmentSize>
struct size_of_segment {
  static constexpr cqs::options variant{.segment_size = SegmentSize};
};

template <class Size>
class segments : public testing::Test {
 protected:
  using queue_type = cqs::synchronizer<cqs::unit, Size::variant, counting>;
  using waiter_type = cqs::detail::thread_waiter<queue_type>;
  static constexpr std::size_t segment_size = Size::variant.segment_size;

  ~segments() override {
    _queue.reset();
    EXPECT_EQ(counting::live_objects, 0) << "segments are left after the destruction of the queue";
  }

  queue_type& queue() { return *_queue; }

  void suspend(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(queue().suspend(waiters.emplace_back(), no_count{}), cqs::suspension::suspended);
    }
  }

  bool cancel(std::size_t index) { return queue().cancel(waiters[index], no_count{}); }

  bool resume() {
    cqs::unit value;
    return queue().resume(value, no_count{});
  }

  void expect_sound() { cqs::tests::expect_sound_structure(queue()); }

  /// Ten threads cancel the waiters of `order`, each thread an equal share.
  void cancel_concurrently(const std::vector<std::size_t>& order) {
    constexpr std::size_t threads = 10;
    std::latch start(threads);  // otherwise the first would finish before the last begins
    std::vector<std::jthread> team;
    for (std::size_t t = 0; t < threads; ++t) {
      team.emplace_back([this, &order, &start, t] {
        start.arrive_and_wait();
        for (std::size_t i = t; i < order.size(); i += threads) {
          EXPECT_TRUE(cancel(order[i]));
        }
      });
    }
  }

  std::deque<waiter_type> waiters;

 private:
  std::optional<queue_type> _queue{std::in_place};
};

using sizes = testing::Types<size_of_segment<1>, size_of_segment<2>, size_of_segment<64>>;
TYPED_TEST_SUITE(segments, sizes);

TYPED_TEST(segments, none_exist_before_the_first_suspension) {
  EXPECT_EQ(this->queue().segment_count(), 0U);
  EXPECT_EQ(counting::live_objects, 0);
}

TYPED_TEST(segments, stay_few_over_a_million_aborts) {
  for (int i = 0; i < 1'000'000; ++i) {
    typename TestFixture::waiter_type waiter;
    ASSERT_EQ(this->queue().suspend(waiter, no_count{}), cqs::suspension::suspended);
    ASSERT_TRUE(this->queue().cancel(waiter, no_count{}));
    ASSERT_LE(counting::live_objects, 2);
  }
  this->expect_sound();
}

TYPED_TEST(segments, stay_few_over_a_million_resumes_that_come_first) {
  for (int i = 0; i < 1'000'000; ++i) {
    ASSERT_TRUE(this->resume());
    typename TestFixture::waiter_type waiter;
    ASSERT_EQ(this->queue().suspend(waiter, no_count{}), cqs::suspension::resumed);
    ASSERT_LE(counting::live_objects, 2);
  }
  this->expect_sound();
}

TYPED_TEST(segments, with_one_live_waiter_each_are_kept_and_no_others) {
  constexpr std::size_t live = 100;
  constexpr std::size_t size = TestFixture::segment_size;
  this->suspend(live * size);
  for (std::size_t i = 0; i < live * size; ++i) {
    if (i % size != size / 2) {
      EXPECT_TRUE(this->cancel(i));
    }
  }
  this->expect_sound();
  EXPECT_EQ(cqs::tests::segments_with_waiters(this->queue()), live);
  EXPECT_LE(counting::live_objects, static_cast<std::int64_t>(live) + 2);
  for (std::size_t i = 0; i < live; ++i) {
    EXPECT_TRUE(this->resume());
    auto& waiter = this->waiters[i * size + size / 2];
    ASSERT_TRUE(waiter.is_completed());
    this->queue().settle(waiter);
  }
  EXPECT_LE(counting::live_objects, 2);
}

/// Selects the waiters of a long queue that ten threads abort concurrently.
template <class Size>
class segments_cancelled_by_ten_threads : public segments<Size> {
 protected:
  static constexpr std::size_t count = 2'000 * Size::variant.segment_size;

  void check(std::vector<std::size_t> order) {
    this->suspend(count);
    this->cancel_concurrently(order);
    this->expect_sound();
    const auto live = cqs::tests::segments_with_waiters(this->queue());
    EXPECT_LE(counting::live_objects, static_cast<std::int64_t>(live) + 2);
    std::vector<bool> aborted(count);
    for (const std::size_t i : order) {
      aborted[i] = true;
    }
    // The remaining waiters are resumed in order.
    for (std::size_t i = 0; i < count; ++i) {
      if (!aborted[i]) {
        ASSERT_TRUE(this->resume());
        ASSERT_TRUE(this->waiters[i].is_completed()) << i;
        this->queue().settle(this->waiters[i]);
      }
    }
    this->expect_sound();
    EXPECT_LE(counting::live_objects, 2);
  }

  static std::vector<std::size_t> range(std::size_t first, std::size_t last) {
    std::vector<std::size_t> indices(last - first);
    std::iota(indices.begin(), indices.end(), first);
    return indices;
  }
};

TYPED_TEST_SUITE(segments_cancelled_by_ten_threads, sizes);

TYPED_TEST(segments_cancelled_by_ten_threads, at_the_head) {
  this->check(this->range(0, this->count / 2));
}

TYPED_TEST(segments_cancelled_by_ten_threads, in_the_middle) {
  this->check(this->range(this->count / 4, 3 * this->count / 4));
}

TYPED_TEST(segments_cancelled_by_ten_threads, all_one_after_another) {
  this->check(this->range(0, this->count));
}

TYPED_TEST(segments_cancelled_by_ten_threads, all_at_random) {
  auto order = this->range(0, this->count);
  std::shuffle(order.begin(), order.end(), std::mt19937_64(7));
  this->check(order);
}

TYPED_TEST(segments_cancelled_by_ten_threads, most_at_random) {
  auto order = this->range(0, this->count);
  std::shuffle(order.begin(), order.end(), std::mt19937_64(8));
  order.resize(order.size() - order.size() / 8);
  this->check(order);
}

/// Requests on a semaphore, aborted at random while others are granted.
TYPED_TEST(segments, hold_no_more_than_the_live_waiters_need_while_a_hundred_thousand_abort) {
  constexpr std::size_t count = 100'000;
  constexpr std::size_t releases = 30'000;
  using semaphore = cqs::counting_semaphore<count, TypeParam::variant, counting>;
  {
    semaphore tested(0);
    std::deque<cqs::tests::waiting<typename semaphore::request_type>> requests;
    for (std::size_t i = 0; i < count; ++i) {
      requests.emplace_back([&] { return tested.acquire_request(); });
    }
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), std::mt19937_64(9));
    order.resize(count / 2);
    {
      const std::jthread canceller([&] {
        for (const std::size_t i : order) {
          requests[i].request.cancel();
        }
      });
      const std::jthread releaser([&] {
        for (std::size_t i = 0; i < releases; ++i) {
          tested.release();
        }
      });
    }
    cqs::tests::expect_sound_structure(tested.queue());
    EXPECT_LE(tested.queue().segment_count(), cqs::tests::segments_with_waiters(tested.queue()) + 2);

    std::size_t granted = 0;
    std::size_t cancelled = 0;
    bool earlier_still_waits = false;
    for (auto& [request] : requests) {
      switch (request.status()) {
        case cqs::request_status::granted:
          ++granted;
          EXPECT_FALSE(earlier_still_waits) << "a request was granted before an earlier one";
          request.get();
          break;
        case cqs::request_status::cancelled:
          ++cancelled;
          break;
        case cqs::request_status::waiting:
          earlier_still_waits = true;
          break;
      }
    }
    EXPECT_EQ(granted, releases);
    EXPECT_LE(cancelled, order.size());
    EXPECT_FALSE(tested.try_acquire());
  }
}

TYPED_TEST(segments, are_freed_with_the_values_that_no_thread_took) {
  for (std::size_t i = 0; i < 3 * TestFixture::segment_size + 1; ++i) {
    ASSERT_TRUE(this->resume());
  }
  EXPECT_GE(counting::live_objects, 4);
}

}  // namespace
