#pragma once

#include <chrono>

#include <fmt/format.h>

#include "baselines/concepts/semaphore.h"
#include "baselines/control/empty.h"
#include "harness/experiment/cell_run.h"
#include "harness/machine/bound_object.h"
#include "workloads/support/growth.h"
#include "workloads/support/queue_size.h"
#include "workloads/support/waiter_queue.h"

/// A wait behind a queue of waiters is aborted immediately.
namespace cqs::workloads {

/// `suspend_and_abort(semaphore)` returns false if it got a permit, although there is none.
template <class Semaphore, class Run, class Abort>
harness::sample measure_abort(const Run& run, Abort suspend_and_abort) {
  using clock = typename Run::clock;
  const auto waiters = run.cell.number("waiters");
  harness::sample sample;
  if (!baselines::requestable_semaphore<Semaphore> &&
      waiters > waiter_queue<baselines::empty_semaphore>::most_threads) {
    sample.skipped = fmt::format("its waiters are threads, and {} are too many", waiters);
    return sample;
  }
  const harness::bound_object<Semaphore> semaphore(0);
  const waiter_queue<Semaphore, typename Run::waiting_thread> queue(*semaphore, waiters);
  std::uint64_t permits = 0;
  const auto n = grow(run.window, 10, Run::most_operations, [&](std::uint64_t operations) {
    const auto begin = clock::now();
    for (std::uint64_t i = 0; i < operations; ++i) {
      permits += suspend_and_abort(*semaphore) ? 0U : 1U;
    }
    const std::chrono::duration<double, std::nano> taken = clock::now() - begin;
    sample.ns_per_op = taken.count() / static_cast<double>(operations);
    return taken.count();
  });
  sample.set("ops", static_cast<double>(n));
  sample.check_equal("permits out of nowhere", permits, 0);
  set_segments(sample, *semaphore);
  return sample;
}

template <class Semaphore, class Run = harness::cell_run>
harness::sample abort_by_deadline(const Run& run) {
  return measure_abort<Semaphore>(
      run, [](Semaphore& s) { return !s.try_acquire_for(std::chrono::nanoseconds(1)); });
}

template <class Semaphore, class Run = harness::cell_run>
harness::sample abort_by_request(const Run& run) {
  return measure_abort<Semaphore>(run, [](Semaphore& s) { return s.acquire_request().cancel(); });
}

}  // namespace cqs::workloads
