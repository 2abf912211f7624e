#include "workloads/beyond/storm_barrier.h"

#include <utility>

#include "baselines/implementations.h"
#include "harness/machine/bound_object.h"
#include "workloads/beyond/storm_sample.h"
#include "workloads/checks/phases_check.h"
#include "workloads/support/abortable_waits.h"
#include "workloads/support/implementations.h"
#include "workloads/support/platform_of.h"
#include "workloads/support/punctual.h"
#include "workloads/support/queue_size.h"

namespace cqs::workloads {

namespace {

template <class Barrier, aborted_by By, class Run = harness::cell_run>
harness::sample measure(const Run& run) {
  const double abort_share = static_cast<double>(run.cell.number("aborted")) / 100;
  const harness::bound_object<Barrier> barrier(static_cast<std::ptrdiff_t>(run.cell.threads));
  phases_check check(run.cell.threads);
  abortable_waits waits(run.cell.threads);
  const auto result = run.team(work_of(run)).run_for(run.window, [&](auto& member) {
    const punctual<platform_of_t<Run>> on_time;
    abort_quota quota(abort_share);
    for (std::uint64_t phase = 1;; ++phase) {
      check.arrive(member, phase);
      auto arrival = barrier->arrive();
      bool passed = false;
      if (quota.next(member)) {
        if constexpr (By == aborted_by::stop) {
          const auto stop = waits.arm(member.index());
          waits.abort_next_to(member.index());
          passed = member.wait_or_abort([&] { return barrier->wait(arrival, stop); });
          waits.disarm(member.index());
        } else {
          const auto patience = short_patience(member);
          passed = member.wait_or_abort([&] { return barrier->wait_for(arrival, patience); });
        }
        quota.count(!passed);
      }
      if (!passed) {
        quota.count(false);
        member.wait([&] { barrier->wait(std::move(arrival)); });
      }
      member.work();
      member.completed();
      if (!check.pass(member, phase)) {
        return;
      }
    }
  });
  auto sample = storm_sample(run, result);
  harness::count_by_phase(sample, result);
  check.verify(sample);
  set_segments(sample, *barrier);
  return sample;
}

}  // namespace

void add_storm_barriers(experiment_builder& experiment) {
  experiment.add<baselines::barriers>(
      {{"kind", "barrier"}, {"by", "deadline"}},
      []<class T, class Run>() -> measure_function<Run> {
        if constexpr (baselines::abortable_barrier<T>) {
          return &measure<T, aborted_by::deadline, Run>;
        } else {
          return nullptr;
        }
      },
      "its waits cannot be aborted");
  experiment.add_measured<baselines::barriers>(
      {{"kind", "barrier"}, {"by", "stop"}},
      []<class T>() -> run_function {
        if constexpr (baselines::abortable_barrier<T> && baselines::stoppable_barrier<T>) {
          return &measure<T, aborted_by::stop>;
        }
        return nullptr;
      },
      "its waits cannot be aborted by a stop request");
}

}  // namespace cqs::workloads
