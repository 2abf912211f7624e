// Tasks of three classes under overload: how long does the last class wait?

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include <cqs/class_executor.h>
#include <cqs/platform/native.h>

#include "baselines/concepts/description.h"
#include "baselines/cqs/variants.h"
#include "harness/record/histogram.h"
#include "harness/team/geometric_work.h"
#include "harness/team/team_sample.h"
#include "workloads/support/experiment_builder.h"
#include "workloads/support/leave_out_fairness.h"
#include "workloads/support/work_of.h"

namespace cqs::workloads {

namespace {

using clock = std::chrono::steady_clock;

/// Subscribers and servers with endless events, and one client.
class overload {
 public:
  overload(class_executor& executor, std::uint64_t work, std::uint64_t seed) : _executor(executor) {
    constexpr std::size_t of_each_class = 4;
    for (std::size_t i = 0; i < 2 * of_each_class; ++i) {
      const auto kind = i < of_each_class ? task_class::subscriber : task_class::server;
      _busy.push_back(std::make_unique<busy_task>(kind, work, seed + i));
      auto& task = *_busy.back();
      task.id = executor.add(kind, [this, &task] { run_busy(task); });
    }
    _client = executor.add(task_class::client, [this] { answer(); });
  }

  void start() {
    for (const auto& each : _busy) {
      trigger(*each);
    }
  }
  void end() { _over.store(true, std::memory_order_relaxed); }

  /// Triggers the client's task. Returns the time until it ran, or nothing if the run ended first.
  std::optional<clock::duration> ask(const harness::team_member& member) {
    const auto begin = clock::now();
    const auto number = _asked.fetch_add(1, std::memory_order_acq_rel) + 1;
    _executor.trigger(_client);
    for (std::uint32_t polls = 1; _answered.load(std::memory_order_acquire) != number; ++polls) {
      if (!member.running()) {
        return std::nullopt;
      }
      polls % 64 != 0 ? native::pause() : native::yield();
    }
    return _answered_at - begin;
  }

  std::uint64_t asked() const { return _asked.load(); }
  std::uint64_t answered() const { return _answered.load(); }
  /// The times from an event to the run of its task.
  harness::histogram waits(task_class kind) const {
    harness::histogram all;
    for (const auto& each : _busy) {
      if (each->kind == kind) {
        all.merge(each->waits);
      }
    }
    return all;
  }
  std::uint64_t runs(task_class kind) const {
    std::uint64_t all = 0;
    for (const auto& each : _busy) {
      all += each->kind == kind ? each->runs : 0U;
    }
    return all;
  }

 private:
  struct busy_task {
    busy_task(task_class k, std::uint64_t mean, std::uint64_t seed) : kind(k), work(mean, seed) {}
    task_class kind;
    class_executor::task_id id{};
    std::uint64_t runs = 0;
    clock::time_point triggered;
    harness::histogram waits;
    harness::geometric_work work;
  };

  void trigger(busy_task& task) {
    task.triggered = clock::now();
    _executor.trigger(task.id);
  }

  void answer() {
    _answered_at = clock::now();
    _answered.store(_asked.load(std::memory_order_acquire), std::memory_order_release);
  }

  void run_busy(busy_task& task) {
    task.waits.record(static_cast<std::uint64_t>((clock::now() - task.triggered).count()));
    task.work();
    ++task.runs;
    if (!_over.load(std::memory_order_relaxed)) {
      trigger(task);
    }
  }

  class_executor& _executor;
  std::vector<std::unique_ptr<busy_task>> _busy;
  class_executor::task_id _client{};
  std::atomic<bool> _over{false};
  std::atomic<std::uint64_t> _asked{0};
  std::atomic<std::uint64_t> _answered{0};
  clock::time_point _answered_at;  ///< handed over with the answer
};

template <service_order Order>
harness::sample measure(const harness::cell_run& run) {
  harness::sample sample;
  if (run.cell.threads < 2) {
    sample.skipped = "one thread asks, so that there must be two at least";
    return sample;
  }
  class_executor executor({.workers = run.cell.threads - 1,
                           .order = Order,
                           .bypass = static_cast<std::uint32_t>(run.cell.number("bypass"))});
  overload load(executor, work_of(run), run.seed);
  std::stop_source stop;
  load.start();
  std::uint64_t in_time = 0;
  auto result = run.team().run_for(
      run.window,
      [&](harness::team_member& member) {
        if (member.index() != 0) {
          executor.run(stop.get_token());
          return;
        }
        while (member.running()) {
          const auto begin = clock::now();
          const auto waited = load.ask(member);
          in_time += waited ? 1U : 0U;
          // Who was not served until the end has waited so long at least.
          member.record_wait(static_cast<std::uint64_t>(waited.value_or(clock::now() - begin).count()));
          member.completed();
        }
        load.end();
        executor.drain();
        stop.request_stop();
      },
      harness::thread_team::warm_up::none);
  result.operations[0] = load.runs(task_class::subscriber) + load.runs(task_class::server) + load.answered();
  sample = harness::sample_of(result);
  set_work(sample, run);
  leave_out_fairness(sample);  // the workers' operations are not counted separately
  sample.set("subscriber_runs", static_cast<double>(load.runs(task_class::subscriber)));
  sample.set("server_runs", static_cast<double>(load.runs(task_class::server)));
  sample.set("client_runs", static_cast<double>(in_time));
  sample.set_times("subscriber_wait", load.waits(task_class::subscriber));
  sample.set_times("server_wait", load.waits(task_class::server));
  sample.check_equal("events of the client that were answered, at the end", load.answered(), load.asked());
  return sample;
}

struct aged_executor {
  static constexpr baselines::description about{"cqs.executor.aged", baselines::cqs_origin,
                                                baselines::waiting::parking};
};
struct fifo_executor {
  static constexpr baselines::description about{"fifo.executor", baselines::cqs_origin,
                                                baselines::waiting::parking, baselines::order::fifo};
};
struct strict_executor {
  static constexpr baselines::description about{"strict.executor", baselines::cqs_origin,
                                                baselines::waiting::parking};
};

}  // namespace

harness::experiment executor_experiment(const machine_choice& machine) {
  experiment_builder experiment(
      machine,
      {.name = "executor",
       .summary = "tasks of three classes under overload; the wait is a client's, from its event to its run",
       .operation = "a task, of any class",
       .axes = {{"bypass", {"4", "64"}}, {"work", {"100"}}},
       .thread_counts = {"2"}});
  experiment.add_one<aged_executor>({}, &measure<service_order::aged>);
  experiment.add_one<fifo_executor>({}, &measure<service_order::fifo>);
  experiment.add_one<strict_executor>({}, &measure<service_order::strict>);
  return experiment.build();
}

}  // namespace cqs::workloads
