// Figure 9: a wait that is aborted at once, behind a queue of waiters.

#include <chrono>

#include <fmt/format.h>

#include "baselines/implementations.h"
#include "harness/bound_object.h"
#include "workloads/contestants.h"
#include "workloads/crowd.h"
#include "workloads/experiments.h"
#include "workloads/growth.h"
#include "workloads/jvm.h"
#include "workloads/queue_size.h"

namespace cqs::workloads {

namespace {

/// `suspend_and_abort(semaphore)` is false if it got a permit, of which there is none.
template <class Semaphore, class Abort>
harness::sample measure(const harness::cell_run& run, Abort suspend_and_abort) {
  using clock = std::chrono::steady_clock;
  const auto waiters = run.cell.number("waiters");
  harness::sample sample;
  if (!baselines::requestable_semaphore<Semaphore> &&
      waiters > crowd<baselines::empty_semaphore>::most_threads) {
    sample.skipped = fmt::format("its waiters are threads, and {} are too many", waiters);
    return sample;
  }
  const harness::bound_object<Semaphore> semaphore(0);
  const crowd<Semaphore> queue(*semaphore, waiters);
  std::uint64_t permits = 0;
  const auto n = grow(run.window, 10, [&](std::uint64_t operations) {
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

template <class Semaphore>
harness::sample by_deadline(const harness::cell_run& run) {
  return measure<Semaphore>(run,
                            [](Semaphore& s) { return !s.try_acquire_for(std::chrono::nanoseconds(1)); });
}

template <class Semaphore>
harness::sample by_request(const harness::cell_run& run) {
  return measure<Semaphore>(run, [](Semaphore& s) { return s.acquire_request().cancel(); });
}

}  // namespace

harness::experiment abort_experiment() {
  harness::experiment experiment{.name = "abort",
                                 .summary = "a wait is aborted at once, behind a queue of waiters (figure 9)",
                                 .operation = "suspend, abort",
                                 .parameters = {"waiters"},
                                 .threads = 1};
  add_contestants<baselines::semaphores>(
      experiment, {{"by", "deadline"}},
      []<class T>() -> run_function {
        if constexpr (baselines::abortable_semaphore<T>) {
          return &by_deadline<T>;
        } else {
          return nullptr;
        }
      },
      "its waits cannot be aborted");
  for_each(baselines::semaphores::built{}, [&]<class T>() {
    if constexpr (baselines::requestable_semaphore<T>) {
      experiment.contestants.push_back(contestant_of<T>({{"by", "request"}}, &by_request<T>));
    }
  });
  add_jvm_contestants(experiment, {{"by", "deadline"}}, baselines::kind::semaphore);
  return experiment;
}

}  // namespace cqs::workloads
