// One thread sleeps until another thread notifies it.

#include <atomic>
#include <chrono>

#include "harness/machine/bound_object.h"
#include "harness/team/team_sample.h"
#include "workloads/components/notifiers.h"
#include "workloads/support/experiment_builder.h"
#include "workloads/support/leave_out_fairness.h"

namespace cqs::workloads {

namespace {

using clock = std::chrono::steady_clock;

/// Nobody sleeps: the cost of a notification that nobody needs.
template <class Notifier>
harness::sample nobody_sleeps(const harness::cell_run& run) {
  const harness::bound_object<Notifier> notifier;
  const auto result = run.team().run_for(run.window, [&](harness::team_member& member) {
    // Only one of the two threads: the counter of an unread event file descriptor overflows eventually, but
    // not within a sample.
    while (member.index() == 0 && member.running()) {
      notifier->notify();
      member.completed();
    }
  });
  auto sample = harness::sample_of(result);
  leave_out_fairness(sample);
  return sample;
}

/// Two threads send each other a message in turn. A hand-off is half a round.
template <class Notifier>
harness::sample in_turn(const harness::cell_run& run) {
  const harness::bound_object<Notifier> to_second;
  const harness::bound_object<Notifier> to_first;
  const harness::bound_object<std::atomic<std::uint64_t>> sent(0);
  const harness::bound_object<std::atomic<std::uint64_t>> answered(0);
  constexpr auto over = ~std::uint64_t{0};
  const auto result = run.team().run_for(run.window, [&](harness::team_member& member) {
    if (member.index() == 0) {
      for (std::uint64_t i = 1; member.running(); ++i) {
        const auto begin = clock::now();
        sent->store(i, std::memory_order_release);
        to_second->notify();
        to_first->await([&] { return answered->load(std::memory_order_acquire) == i; });
        member.record_wait(static_cast<std::uint64_t>((clock::now() - begin).count()) / 2);
        member.completed();
      }
      sent->store(over, std::memory_order_release);
      to_second->notify();
      return;
    }
    for (std::uint64_t i = 1;; ++i) {
      to_second->await([&] { return sent->load(std::memory_order_acquire) >= i; });
      if (sent->load(std::memory_order_acquire) == over) {
        return;
      }
      answered->store(i, std::memory_order_release);
      to_first->notify();
      member.completed();
    }
  });
  auto sample = harness::sample_of(result);
  sample.check_equal("messages and answers", result.operations[0], result.operations[1]);
  return sample;
}

/// One thread sends as fast as it can, with some work in between. The other one takes all messages; a lost
/// message would leave it asleep.
template <class Notifier>
harness::sample mailbox(const harness::cell_run& run) {
  const harness::bound_object<Notifier> notifier;
  const harness::bound_object<std::atomic<std::uint64_t>> box(0);
  const harness::bound_object<std::atomic<bool>> over(false);
  std::uint64_t received = 0;
  std::uint64_t empty_handed = 0;
  const auto result = run.team(200).run_for(run.window, [&](harness::team_member& member) {
    if (member.index() == 0) {
      while (member.running()) {
        member.work();
        box->fetch_add(1, std::memory_order_release);
        notifier->notify();
        member.completed();
      }
      over->store(true, std::memory_order_release);
      notifier->notify();
      return;
    }
    while (!over->load(std::memory_order_acquire) || box->load(std::memory_order_acquire) != 0) {
      notifier->await(
          [&] { return box->load(std::memory_order_acquire) != 0 || over->load(std::memory_order_acquire); });
      const auto taken = box->exchange(0, std::memory_order_acquire);
      received += taken;
      empty_handed += taken == 0 ? 1U : 0U;
    }
  });
  auto sample = harness::sample_of(result);
  sample.check_equal("messages received", received, result.operations[0]);
  leave_out_fairness(sample);
  sample.set("empty_handed", static_cast<double>(empty_handed));
  return sample;
}

template <class Notifier>
void add_notifier(experiment_builder& experiment) {
  const auto add = [&](const char* kind, run_function run) {
    experiment.add_one<Notifier>({{"kind", kind}}, std::move(run));
  };
  add("idle", &nobody_sleeps<Notifier>);
  add("turns", &in_turn<Notifier>);
  add("mailbox", &mailbox<Notifier>);
}

}  // namespace

harness::experiment notifier_experiment(const machine_choice& machine) {
  experiment_builder experiment(machine, {.name = "notifier",
                                          .summary = "a thread sleeps until another one publishes something",
                                          .operation = "notify; in turns: until the other thread sees it",
                                          .axes = {},
                                          .threads = 2});
  add_notifier<cqs_event_notifier>(experiment);
  add_notifier<cqs_event_count>(experiment);
  add_notifier<std_condition_variable>(experiment);
  add_notifier<std_atomic_wait>(experiment);
  add_notifier<posix_eventfd>(experiment);
  add_notifier<spinning_flag>(experiment);
#if CQS_HAS_FOLLY
  add_notifier<folly_event_count>(experiment);
#else
  for (const char* const kind : {"idle", "turns", "mailbox"}) {
    experiment.add_unavailable("folly.event_count", {{"kind", kind}}, CQS_FOLLY_SKIPPED);
  }
#endif
  return experiment.build();
}

}  // namespace cqs::workloads
