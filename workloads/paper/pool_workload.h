#pragma once

#include "baselines/concepts/pool.h"
#include "harness/machine/bound_object.h"
#include "harness/team/team_sample.h"
#include "workloads/checks/elements_check.h"
#include "workloads/checks/fifo_probe.h"
#include "workloads/checks/overtaking_probe.h"
#include "workloads/support/implementations.h"
#include "workloads/support/queue_size.h"
#include "workloads/support/work_of.h"

/// Threads work, take an element, work with it, put it back.
namespace cqs::workloads {

/// With all elements but one taken out, a pool is a mutex.
template <class WaitingThread, class Pool>
void probe_pool(harness::sample& sample, Pool& pool, std::size_t elements) {
  std::vector<baselines::element> aside;
  while (aside.size() + 1 < elements) {
    aside.push_back(pool.take());
  }
  const auto enter = [&](const auto& inside) {
    const auto element = pool.take();
    inside();
    pool.put(element);
  };
  probe_order<WaitingThread>(sample, baselines::fair_pool<Pool>, enter);
  probe_overtaking<WaitingThread>(sample, Pool::about, enter);
  for (const auto element : aside) {
    pool.put(element);
  }
}

template <baselines::pool_like Pool, class Run = harness::cell_run>
harness::sample measure_pool(const Run& run) {
  const auto elements = static_cast<std::size_t>(run.cell.number("elements"));
  const harness::bound_object<Pool> pool(elements);
  elements_check check(elements);
  check.fill(*pool);
  elements_check own(run.cell.threads);  // of a control, whose threads share nothing
  const auto result = run.team(work_of(run)).run_for(run.window, [&](auto& member) {
    while (member.running()) {
      member.work();
      const auto element = member.wait_in_order([&] { return pool->take(); });
      if constexpr (is_control<Pool>) {
        own.use(static_cast<baselines::element>(member.index()));
      } else {
        check.use(element);
      }
      member.work();
      pool->put(element);
      member.completed();
    }
  });
  auto sample = harness::sample_of(result);
  set_work(sample, run);
  if constexpr (!is_control<Pool>) {
    set_segments(sample, *pool);
    sample.check_equal("uses of elements, each by one thread at a time", check.uses(), result.total());
    check.verify(sample, *pool);
    if (sample.failure.empty()) {
      probe_pool<typename Run::waiting_thread>(sample, *pool, elements);
    }
  }
  return sample;
}

}  // namespace cqs::workloads
