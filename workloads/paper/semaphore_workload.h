#pragma once

#include "baselines/concepts/semaphore.h"
#include "harness/machine/bound_object.h"
#include "harness/team/team_sample.h"
#include "workloads/checks/fifo_probe.h"
#include "workloads/checks/overtaking_probe.h"
#include "workloads/checks/permits_check.h"
#include "workloads/support/implementations.h"
#include "workloads/support/queue_size.h"
#include "workloads/support/work_of.h"

/// Threads work, acquire, work, release.
namespace cqs::workloads {

/// With all permits but one taken, a semaphore is a mutex.
template <class WaitingThread, class Semaphore>
void probe_semaphore(harness::sample& sample, Semaphore& semaphore, std::int64_t permits) {
  for (std::int64_t i = 1; i < permits; ++i) {
    semaphore.acquire();
  }
  const auto enter = [&](const auto& inside) {
    semaphore.acquire();
    inside();
    semaphore.release();
  };
  probe_order<WaitingThread>(sample, baselines::fair_semaphore<Semaphore>, enter);
  probe_overtaking<WaitingThread>(sample, Semaphore::about, enter);
  for (std::int64_t i = 1; i < permits; ++i) {
    semaphore.release();
  }
}

template <baselines::semaphore_like Semaphore, class Run = harness::cell_run>
harness::sample measure_semaphore(const Run& run) {
  const auto permits = run.cell.number("permits");
  const harness::bound_object<Semaphore> semaphore(permits);
  const auto result = run.team(work_of(run)).run_for(run.window, [&](auto& member) {
    while (member.running()) {
      member.work();
      member.wait_in_order([&] { semaphore->acquire(); });
      member.work();
      semaphore->release();
      member.completed();
    }
  });
  auto sample = harness::sample_of(result);
  set_work(sample, run);
  if constexpr (!is_control<Semaphore>) {
    set_segments(sample, *semaphore);
    verify_permits(sample, *semaphore, permits);
    if (sample.failure.empty()) {  // if a permit was lost, the probe would block
      probe_semaphore<typename Run::waiting_thread>(sample, *semaphore, permits);
    }
  }
  return sample;
}

}  // namespace cqs::workloads
