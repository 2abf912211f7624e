#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/experiment/cell_run.h"
#include "harness/machine/pinning.h"
#include "workloads/coroutines/task.h"
#include "workloads/coroutines/visits.h"
#include "workloads/coroutines/worker_pool.h"

namespace cqs::workloads {

/// Returns a function that pins the i-th worker of a cell, if the placement pins threads.
inline auto pin_workers(const harness::cell_run& run) {
  return [cpus = run.cpus](std::size_t worker) {
    if (worker < cpus.size()) {
      harness::pin_this_thread(cpus[worker]);
    }
  };
}

/// A group of coroutines without a library, on a few workers.
class plain_group {
 public:
  static constexpr auto waiter = "coroutine";
  static constexpr std::uint64_t most = 10'000'000;

  explicit plain_group(const harness::cell_run& run) : _workers(run.cell.threads, pin_workers(run)) {}

  worker_pool& workers() noexcept { return _workers; }

  template <class Resource>
  void come(std::uint64_t members, turns& all, Resource& resource) {
    _tasks.reserve(members + 1);
    for (std::uint64_t i = 0; i < members; ++i) {
      _tasks.push_back(visit<task>(all, resource));
      resume_in_turn(_tasks.back().coroutine());
    }
  }

  /// Runs in a worker, because the members that it releases may run in the calling thread.
  template <class Resource>
  void begin(turns& all, Resource& resource) {
    _tasks.push_back(open(all, resource));
    _workers.post(_tasks.back().coroutine());
  }

  void end() {
    for (const task& each : _tasks) {
      each.join();
    }
    _tasks.clear();
  }

 private:
  template <class Resource>
  static task open(turns& all, Resource& resource) {
    all.begin();
    resource.open();
    co_return;
  }

  std::vector<task> _tasks;
  worker_pool _workers;  // destroyed first
};

}  // namespace cqs::workloads
