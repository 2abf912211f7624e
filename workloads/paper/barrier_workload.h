#pragma once

#include "baselines/concepts/barrier.h"
#include "harness/machine/bound_object.h"
#include "harness/team/team_sample.h"
#include "workloads/checks/phases_check.h"
#include "workloads/support/implementations.h"
#include "workloads/support/queue_size.h"
#include "workloads/support/work_of.h"

/// Threads pass a barrier together, again and again.
namespace cqs::workloads {

template <baselines::barrier_like Barrier, class Run = harness::cell_run>
harness::sample measure_barrier(const Run& run) {
  const harness::bound_object<Barrier> barrier(static_cast<std::ptrdiff_t>(run.cell.threads));
  phases_check check(run.cell.threads);
  const auto result = run.team(work_of(run)).run_for(run.window, [&](auto& member) {
    for (std::uint64_t phase = 1;; ++phase) {
      check.arrive(member, phase);
      member.wait([&] { barrier->arrive_and_wait(); });
      member.work();
      member.completed();
      if (!check.pass(member, phase)) {
        return;
      }
    }
  });
  auto sample = harness::sample_of(result);
  harness::count_by_phase(sample, result);
  set_work(sample, run);
  if constexpr (!is_control<Barrier>) {
    check.verify(sample);
    set_segments(sample, *barrier);
  }
  return sample;
}

}  // namespace cqs::workloads
