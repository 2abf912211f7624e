#pragma once

#include <chrono>
#include <concepts>

#include <fmt/format.h>

#include <cqs/platform/native.h>

#include "baselines/concepts/semaphore.h"
#include "harness/experiment/cell_run.h"
#include "harness/machine/bound_object.h"
#include "workloads/support/growth.h"
#include "workloads/support/platform_of.h"
#include "workloads/support/punctual.h"
#include "workloads/support/queue_size.h"
#include "workloads/support/waiter_queue.h"

/// A wait behind a queue of waiters is aborted immediately.
namespace cqs::workloads {

/// `suspend_and_abort()` returns false if it got a permit, although there is none.
template <class Run, class Abort>
void measure_aborts(harness::sample& sample, const Run& run, Abort suspend_and_abort) {
  using clock = typename Run::clock;
  std::uint64_t permits = 0;
  const auto n = grow(run.window, 10, Run::most_operations, [&](std::uint64_t operations) {
    const auto begin = clock::now();
    for (std::uint64_t i = 0; i < operations; ++i) {
      permits += suspend_and_abort() ? 0U : 1U;
    }
    const std::chrono::duration<double, std::nano> taken = clock::now() - begin;
    sample.ns_per_op = taken.count() / static_cast<double>(operations);
    return taken.count();
  });
  sample.set("ops", static_cast<double>(n));
  sample.check_equal("permits out of nowhere", permits, 0);
}

/// The waiters are threads, of ours as of the peers.
template <class Semaphore, class Run = harness::cell_run>
harness::sample abort_by_deadline(const Run& run) {
  using queue = thread_queue<Semaphore, typename Run::waiting_thread>;
  const auto waiters = run.cell.number("waiters");
  harness::sample sample;
  if (waiters > queue::most_threads) {
    sample.skipped = fmt::format("its waiters are threads, and {} are too many", waiters);
    return sample;
  }
  const harness::bound_object<Semaphore> semaphore(0);
  const queue before(*semaphore, waiters);
  const punctual<platform_of_t<Run>> on_time;
  measure_aborts(sample, run, [&] { return !semaphore->try_acquire_for(std::chrono::nanoseconds(1)); });
  set_segments(sample, *semaphore);
  return sample;
}

/// The waiters are requests.
template <class Semaphore, class Run = harness::cell_run>
harness::sample abort_by_request(const Run& run) {
  harness::sample sample;
  const harness::bound_object<Semaphore> semaphore(0);
  const request_queue<Semaphore> before(*semaphore, run.cell.number("waiters"));
  measure_aborts(sample, run, [&] { return semaphore->acquire_request().cancel(); });
  set_segments(sample, *semaphore);
  return sample;
}

/// Only the clock: a wait with a deadline reads it once to set the deadline, and once to see that it has passed.
inline harness::sample abort_nothing(const harness::cell_run& run) {
  using clock = harness::cell_run::clock;
  harness::sample sample;
  measure_aborts(sample, run, [] {
    const auto deadline = clock::now() + std::chrono::nanoseconds(1);
    while (clock::now() < deadline) {
    }
    return true;
  });
  return sample;
}

}  // namespace cqs::workloads
