#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "baselines/aqs/semaphore.h"
#include "baselines/cqs/semaphore.h"
#include "baselines/std/semaphore.h"
#include "harness/team/team_member.h"
#include "harness/team/waiting_thread.h"
#include "workloads/support/abortable_waits.h"
#include "workloads/support/growth.h"
#include "workloads/support/punctual.h"
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

TEST(queues, of_threads_and_of_requests_releases_all) {
  baselines::std_counting_semaphore threads(0);
  { const thread_queue<baselines::std_counting_semaphore> waiting(threads, 20); }
  baselines::cqs_semaphore_async_smart requests(0);
  { const request_queue<baselines::cqs_semaphore_async_smart> waiting(requests, 20'000); }
  EXPECT_FALSE(requests.try_acquire_for(1ms));
}

/// The share of aborts after many waits, of which only some could be aborted.
double share_reached(double asked, double abortable) {
  const std::atomic<harness::team_phase> phase{harness::team_phase::measuring};
  harness::team_member member(0, 1, 1, phase);
  abort_quota quota(asked);
  double aborts = 0;
  constexpr int waits = 20'000;
  for (int i = 0; i < waits; ++i) {
    const bool aborted = quota.next(member) && member.chance(abortable);
    quota.count(aborted);
    aborts += aborted ? 1 : 0;
  }
  return aborts / waits;
}

TEST(abort_quota, reaches_the_share_although_waits_end_well) {
  EXPECT_NEAR(share_reached(0.5, 1), 0.5, 0.01);
  EXPECT_NEAR(share_reached(0.5, 0.6), 0.5, 0.01);
  EXPECT_NEAR(share_reached(0.01, 0.1), 0.01, 0.003);
  EXPECT_NEAR(share_reached(0.9, 0.3), 0.3, 0.02) << "as many as there are";
  EXPECT_EQ(share_reached(0, 1), 0);
}

TEST(punctual, ends_with_its_scope) {
  const int before = prctl(PR_GET_TIMERSLACK);
  {
    const punctual on_time;
    EXPECT_EQ(prctl(PR_GET_TIMERSLACK), 1000);
  }
  EXPECT_EQ(prctl(PR_GET_TIMERSLACK), before);
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
