#pragma once

#include <atomic>
#include <vector>

#include "baselines/concepts/latch.h"
#include "harness/machine/bound_object.h"
#include "harness/team/team_sample.h"
#include "workloads/support/growth.h"
#include "workloads/support/implementations.h"
#include "workloads/support/work_of.h"

/// Threads count a latch down; one thread waits for it.
namespace cqs::workloads {

struct alignas(128) begun {
  std::atomic<std::uint64_t> count_downs{0};
};

inline std::uint64_t share(std::uint64_t total, std::size_t threads, std::size_t index) {
  return total / threads + (index < total % threads ? 1 : 0);
}

/// One latch from its construction to its opening.
template <class Latch, class Run>
harness::team_result open_once(const Run& run, std::uint64_t count, std::uint64_t& begun_at_opening) {
  const harness::bound_object<Latch> latch(static_cast<std::ptrdiff_t>(count));
  std::vector<begun> progress(run.cell.threads);
  harness::team_result result;
  {
    const typename Run::thread waiter([&] {
      latch->wait();
      begun_at_opening = 0;
      for (const begun& b : progress) {
        begun_at_opening += b.count_downs.load(std::memory_order_relaxed);
      }
    });
    result = run.team(work_of(run)).run_to_end([&](auto& member) {
      const std::uint64_t mine = share(count, run.cell.threads, member.index());
      auto& counter = progress[member.index()].count_downs;
      for (std::uint64_t i = 1; i <= mine; ++i) {
        counter.store(i, std::memory_order_relaxed);
        latch->count_down();
        member.work();
        member.completed();
      }
    });
  }
  return result;
}

template <baselines::latch_like Latch, class Run = harness::cell_run>
harness::sample measure_latch(const Run& run) {
  harness::team_result result;
  std::uint64_t begun_at_opening = 0;
  const auto count = grow(run.window, 1000, Run::most_operations, [&](std::uint64_t n) {
    result = open_once<Latch>(run, n, begun_at_opening);
    return result.span_ns;
  });
  auto sample = harness::sample_of(result);
  set_work(sample, run);
  if constexpr (!is_control<Latch>) {
    sample.check_equal("count_downs begun when the latch opened", begun_at_opening, count);
  }
  return sample;
}

}  // namespace cqs::workloads
