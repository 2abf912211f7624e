// The costs of operations, counted in atomic accesses and therefore independent of the machine.

#include <cstddef>
#include <cstdint>
#include <deque>

#include <gtest/gtest.h>

#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <tests/support/counting.h>
#include <tests/support/waiting.h>

namespace {

using cqs::tests::counting;
constexpr std::int32_t many = 1'000'000;
using semaphore = cqs::counting_semaphore<many, cqs::options{}, counting>;
using overtaking_semaphore =
    cqs::counting_semaphore<many, cqs::options{.order = cqs::bounded_overtaking(2)}, counting>;

/// The greatest cost of an immediately aborted suspension behind `waiters` others.
template <class Semaphore>
std::uint64_t steps_to_abort_behind(std::size_t waiters) {
  Semaphore tested(0);
  std::deque<cqs::tests::waiting<typename Semaphore::request_type>> queue;
  for (std::size_t i = 0; i < waiters; ++i) {
    queue.emplace_back([&] { return tested.acquire_request(); });
  }
  std::uint64_t most = 0;
  for (int i = 0; i < 1'000; ++i) {
    most = std::max(most, counting::steps_of([&] { tested.acquire_request().cancel(); }));
  }
  return most;
}

/// The cost of a release to a waiter behind `aborted` aborted waiters.
std::uint64_t steps_to_release_after(int aborted) {
  semaphore tested(0);
  for (int i = 0; i < aborted; ++i) {
    tested.acquire_request().cancel();
  }
  auto last = tested.acquire_request();
  const auto steps = counting::steps_of([&] { tested.release(); });
  EXPECT_EQ(last.status(), cqs::request_status::granted);
  last.get();
  return steps;
}

TEST(cost, of_an_uncontended_pair_is_two_steps) {
  cqs::basic_mutex<cqs::options{}, counting> mutex;
  EXPECT_EQ(counting::steps_of([&] { mutex.lock(); }), 1U);
  EXPECT_EQ(counting::steps_of([&] { mutex.unlock(); }), 1U);
  semaphore one(1);
  EXPECT_EQ(counting::steps_of([&] { one.acquire(); }), 1U);
  EXPECT_EQ(counting::steps_of([&] { one.release(); }), 1U);
}

TEST(cost, of_an_uncontended_readers_writer_lock_is_one_change_and_for_readers_one_look) {
  cqs::basic_shared_mutex<cqs::options{}, counting> mutex;
  EXPECT_EQ(counting::steps_of([&] { mutex.lock(); }), 1U);
  EXPECT_EQ(counting::steps_of([&] { mutex.unlock(); }), 1U);
  EXPECT_EQ(counting::steps_of([&] { mutex.lock_shared(); }), 2U);
  EXPECT_EQ(counting::steps_of([&] { mutex.unlock_shared(); }), 2U);
}

TEST(cost, of_an_uncontended_pair_with_bounded_overtaking_is_a_load_and_a_compare_exchange_each) {
  cqs::basic_mutex<cqs::options{.order = cqs::bounded_overtaking(2)}, counting> mutex;
  EXPECT_EQ(counting::steps_of([&] { mutex.lock(); }), 2U);
  EXPECT_EQ(counting::steps_of([&] { mutex.unlock(); }), 2U);
}

TEST(cost, of_a_count_down_is_one_step) {
  cqs::basic_latch<cqs::options{}, counting> latch(2);
  EXPECT_EQ(counting::steps_of([&] { latch.count_down(); }), 1U);
}

TEST(cost, of_a_resume_is_the_count_the_cursor_the_cell_the_waiter_and_a_look_behind) {
  EXPECT_EQ(steps_to_release_after(0), 6U)
      << "fetch_add, fetch_add, load, compare_exchange, a load for the thread to wake ahead, store";
}

TEST(cost, of_an_abort_does_not_depend_on_the_queue) {
  const auto alone = steps_to_abort_behind<semaphore>(0);
  EXPECT_LE(steps_to_abort_behind<semaphore>(1'000), alone + 2);
  EXPECT_LE(steps_to_abort_behind<semaphore>(100'000), alone + 2);
}

TEST(cost, of_an_abort_with_bounded_overtaking_does_not_depend_on_the_queue) {
  const auto alone = steps_to_abort_behind<overtaking_semaphore>(0);
  EXPECT_LE(steps_to_abort_behind<overtaking_semaphore>(1'000), alone + 2);
  EXPECT_LE(steps_to_abort_behind<overtaking_semaphore>(100'000), alone + 2);
}

TEST(cost, of_a_release_does_not_depend_on_how_many_have_aborted) {
  constexpr auto segment = static_cast<int>(cqs::options{}.segment_size);
  const auto none = steps_to_release_after(0);
  for (const int whole_segments : {1, 10, 1'000, 30'000}) {
    EXPECT_EQ(steps_to_release_after(whole_segments * segment), none) << whole_segments;
    // A resume examines the cells of a segment that is still in use, but no other cells.
    EXPECT_LE(steps_to_release_after(whole_segments * segment + segment - 1), none + segment + 5)
        << whole_segments;
  }
}

}  // namespace
