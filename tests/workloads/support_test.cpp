#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "baselines/aqs/semaphore.h"
#include "baselines/cqs/semaphore.h"
#include "baselines/std/semaphore.h"
#include "harness/team/waiting_thread.h"
#include "workloads/support/abortable_waits.h"
#include "workloads/support/growth.h"
#include "workloads/support/waiter_queue.h"

namespace cqs::workloads {
namespace {

using namespace std::chrono_literals;

TEST(grow, stops_when_it_lasts_long_enough) {
  std::uint64_t calls = 0;
  const auto n = grow(1ms, 10, 1U << 30, [&](std::uint64_t operations) {
    ++calls;
    return static_cast<double>(operations) * 10;  // nanoseconds
  });
  EXPECT_GE(n * 10 * 5, 4'000'000U);
  EXPECT_LE(n, 300'000U);
  EXPECT_LT(calls, 12U);
}

TEST(waiting_thread, is_reported_as_waiting_only_when_it_sleeps_or_spins) {
  std::counting_semaphore<> asleep(0);
  std::atomic<bool> stop{false};
  const harness::waiting_thread sleeper([&] { asleep.acquire(); });
  const harness::waiting_thread spinner([&] {
    while (!stop) {
    }
  });
  EXPECT_TRUE(sleeper.stands_in_queue());
  EXPECT_TRUE(spinner.stands_in_queue());
  asleep.release();
  stop = true;
}

TEST(waiter_queue, of_threads_and_of_requests_releases_all) {
  baselines::std_counting_semaphore threads(0);
  { const waiter_queue<baselines::std_counting_semaphore> waiting(threads, 20); }
  baselines::cqs_semaphore_async_smart requests(0);
  { const waiter_queue<baselines::cqs_semaphore_async_smart> waiting(requests, 20'000); }
  EXPECT_FALSE(requests.try_acquire_for(1ms));
}

TEST(abortable_waits, are_aborted_by_the_neighbour) {
  abortable_waits waits(2);
  const auto token = waits.arm(1);
  waits.abort_next_to(1);  // that is thread 0, which has no wait
  EXPECT_FALSE(token.stop_requested());
  waits.abort_next_to(0);
  EXPECT_TRUE(token.stop_requested());
  const auto another = waits.arm(1);
  waits.disarm(1);
  waits.abort_next_to(0);
  EXPECT_FALSE(another.stop_requested());
}

}  // namespace
}  // namespace cqs::workloads
