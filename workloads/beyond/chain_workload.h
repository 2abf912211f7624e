#pragma once

#include <cstddef>
#include <deque>

#include "harness/experiment/cell_run.h"
#include "harness/machine/bound_object.h"
#include "harness/record/sample.h"
#include "harness/team/team_sample.h"

namespace cqs::workloads {

/// Threads in a ring. Each sleeps until the one before it wakes it, and wakes the next one. So exactly one of
/// them runs, and an operation is one wake-up of a thread that has slept for a whole round.
template <class Semaphore, class Run = harness::cell_run>
harness::sample wake_in_a_ring(const Run& run) {
  const std::size_t threads = run.cell.threads;
  std::deque<harness::bound_object<Semaphore>> turns;
  for (std::size_t i = 0; i < threads; ++i) {
    turns.emplace_back(0);
  }
  bool stop = false;  // handed over with the turn
  const auto result = run.team().run_for(run.window, [&](auto& member) {
    Semaphore& own = *turns[member.index()];
    Semaphore& next = *turns[(member.index() + 1) % threads];
    if (member.index() == 0) {
      own.release();
    }
    for (bool last = false; !last;) {
      own.acquire();
      if (!stop) {
        stop = !member.running();
        member.completed();
      }
      last = stop;
      next.release();
    }
  });
  return harness::sample_of(result);
}

}  // namespace cqs::workloads
