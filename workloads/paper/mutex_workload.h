#pragma once

#include "baselines/concepts/mutex.h"
#include "harness/machine/bound_object.h"
#include "harness/team/team_sample.h"
#include "workloads/checks/exclusion_check.h"
#include "workloads/checks/fifo_probe.h"
#include "workloads/checks/overtaking_probe.h"
#include "workloads/support/implementations.h"
#include "workloads/support/queue_size.h"
#include "workloads/support/work_of.h"

/// Threads work, lock, work, unlock.
namespace cqs::workloads {

template <baselines::mutex_like Mutex, class Run = harness::cell_run>
harness::sample measure_mutex(const Run& run) {
  const harness::bound_object<Mutex> mutex;
  const harness::bound_object<exclusion_check> check;
  const auto result = run.team(work_of(run)).run_for(run.window, [&](auto& member) {
    typename Mutex::hold hold;
    while (member.running()) {
      member.work();
      member.wait_in_order([&] { mutex->lock(hold); });
      if constexpr (!is_control<Mutex>) {
        check->inside(member);
      }
      member.work();
      mutex->unlock(hold);
      member.completed();
    }
  });
  auto sample = harness::sample_of(result);
  set_work(sample, run);
  if constexpr (!is_control<Mutex>) {
    check->verify(sample, result);
    set_segments(sample, *mutex);
    if (sample.failure.empty()) {
      const auto enter = [&](const auto& inside) {
        typename Mutex::hold hold;
        mutex->lock(hold);
        inside();
        mutex->unlock(hold);
      };
      probe_order<typename Run::waiting_thread>(sample, baselines::fair_mutex<Mutex>, enter);
      probe_overtaking<typename Run::waiting_thread>(sample, Mutex::about, enter);
    }
  }
  return sample;
}

}  // namespace cqs::workloads
