// A release of one waiter, after the aborts of many waiters in front of it.

#include <chrono>
#include <deque>
#include <vector>

#include "baselines/implementations.h"
#include "harness/analysis/statistics.h"
#include "workloads/support/experiment_builder.h"
#include "workloads/support/waiter_queue.h"

namespace cqs::workloads {

namespace {

/// If `Here`, the aborts were in the queue of the waiter, otherwise in a different queue. So the state of the
/// caches is the same in both cases. One release is too short to time: the workload releases several queues
/// in a row.
template <class Semaphore, bool Here, class Run>
harness::sample measure(const Run& run) {
  using clock = typename Run::clock;
  constexpr std::size_t queues = 16;
  constexpr std::size_t least_rounds = 8;
  const auto aborts = run.cell.number("aborted");
  std::vector<double> times;
  const auto end = clock::now() + run.window;
  while (times.size() < least_rounds || clock::now() < end) {
    Semaphore other(0);
    std::deque<Semaphore> semaphores;
    std::deque<request_queue<Semaphore>> waiters;
    for (std::size_t i = 0; i < queues; ++i) {
      auto& semaphore = semaphores.emplace_back(0);
      for (std::int64_t aborted = 0; aborted < aborts; ++aborted) {
        (Here ? semaphore : other).acquire_request().cancel();
      }
      waiters.emplace_back(semaphore, 1);
    }
    const auto begin = clock::now();
    for (auto& semaphore : semaphores) {
      semaphore.release();
    }
    const std::chrono::duration<double, std::nano> taken = clock::now() - begin;
    times.push_back(taken.count() / queues);
  }
  harness::sample sample;
  sample.set("ops", static_cast<double>(times.size() * queues));
  sample.ns_per_op = harness::median(std::move(times));
  return sample;
}

template <bool Here>
void add(experiment_builder& experiment) {
  experiment.add<baselines::semaphores>(
      {{"here", Here ? "1" : "0"}},
      []<class T, class Run>() -> measure_function<Run> {
        if constexpr (baselines::requestable_semaphore<T>) {
          return &measure<T, Here, Run>;
        } else {
          return nullptr;
        }
      },
      "it cannot queue without a thread");
}

}  // namespace

harness::experiment release_after_aborts_experiment(const machine_choice& machine) {
  experiment_builder experiment(
      machine, {.name = "release_after_aborts",
                .summary = "a release after the aborts of many waiters, in this queue or in another",
                .operation = "release",
                .axes = {{"aborted", {"10000"}}},
                .threads = 1});
  add<false>(experiment);
  add<true>(experiment);
  return experiment.build();
}

}  // namespace cqs::workloads
