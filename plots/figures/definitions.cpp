#include "plots/figures/definitions.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "harness/analysis/pair_ratio.h"

namespace cqs::plots {

namespace {

const x_axis threads{};
const x_axis aborted_share{"aborted", "waits that are aborted", unit::percent, scale::linear};
const x_axis waiters_in_queue{"waiters", "waiters in the queue", unit::count, scale::logarithmic_from_zero};
const x_axis aborted_waits{"aborted", "aborted waits", unit::count, scale::logarithmic_from_zero};
const x_axis offered_load{"load", "requests, of the capacity", unit::percent, scale::linear};
const x_axis reads_share{"reads", "share of reads", unit::percent, scale::linear};
const x_axis coroutines{"waiters", "coroutines or fibers", unit::count, scale::logarithmic};
const x_axis nothing{"", "", unit::count, scale::linear};

const std::vector<std::string> mutexes{"cqs.mutex",        "cqs.mutex.*",    "aqs.mutex.fair",
                                       "aqs.mutex.unfair", "jvm.mutex.fair", "jvm.mutex.unfair",
                                       "std.mutex",        "control.empty"};
const std::vector<std::string> semaphores{
    "cqs.semaphore.async.smart", "cqs.semaphore.*",      "aqs.semaphore.fair",     "aqs.semaphore.unfair",
    "jvm.semaphore.fair",        "jvm.semaphore.unfair", "std.counting_semaphore", "control.empty"};
const std::vector<std::string> pools{"cqs.pool.stack",        "cqs.pool.*",      "aqs.pool.array.fair",
                                     "aqs.pool.array.unfair", "aqs.pool.linked", "jvm.pool.*",
                                     "std.monitor_pool",      "control.empty"};

bool is_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

figure_definition bottlenecks_of(const std::string& experiment, std::vector<std::string> implementations) {
  return {.name = "bottlenecks_" + experiment,
          .title = experiment + ": cache lines that move between cores",
          .experiment = experiment,
          .shape = shape::bottlenecks,
          .series = std::move(implementations),
          .only_these = true};
}

}  // namespace

const std::vector<figure_definition>& declared_figures() {
  static const std::vector<figure_definition> all{
      {.name = "figure5_barrier",
       .title = "Barrier: a phase of all threads",
       .experiment = "barrier",
       .panels = {"work"},
       .series = {"cqs.barrier", "cqs.*", "aqs.barrier", "jvm.barrier", "std.barrier", "posix.barrier",
                  "absl.barrier", "boost_fiber.barrier", "spin.counter", "control.empty"},
       .in_paper = true},
      {.name = "figure6_latch",
       .title = "Latch: count_down and work",
       .experiment = "latch",
       .panels = {"work"},
       .series = {"cqs.latch", "cqs.*", "aqs.latch", "jvm.latch", "std.latch", "folly.latch",
                  "absl.blocking_counter", "boost.latch", "control.empty"},
       .in_paper = true},
      {.name = "figure7_mutex",
       .title = "Mutex: work, lock, work, unlock",
       .experiment = "mutex",
       .panels = {"work"},
       .series = mutexes,
       .in_paper = true},
      {.name = "figure7_semaphore",
       .title = "Semaphore: work, acquire, work, release",
       .experiment = "semaphore",
       .panels = {"permits"},
       .series = semaphores,
       .in_paper = true},
      {.name = "figure8_pool",
       .title = "Pool: work, take, work, put",
       .experiment = "pool",
       .panels = {"elements"},
       .series = pools,
       .in_paper = true},
      {.name = "figure9_abort",
       .title = "One abort, by the number of waiters in the queue",
       .experiment = "abort",
       .x = waiters_in_queue,
       .panels = {"by"},
       .series = semaphores,
       .in_paper = true},
      {.name = "storm",
       .title = "Abort storm: completed operations, and the time of an abort",
       .experiment = "storm",
       .x = aborted_share,
       .y = {measures::throughput, measures::abort_time},
       .panels = {"by", "threads"},
       .series = {"cqs.mutex", "cqs.semaphore.async.smart", "cqs.pool.stack", "cqs.barrier", "cqs.*", "aqs.*",
                  "std.timed_mutex", "std.counting_semaphore", "std.monitor_pool", "spin.clh.abortable"}},
      {.name = "storm_memory",
       .title = "Memory under cancellation: segments of the queue that are alive",
       .experiment = "storm",
       .x = aborted_share,
       .y = {measures::segments},
       .panels = {"by", "threads"},
       .series = {"cqs.*"},
       .only_these = true},
      {.name = "service",
       .title = "A service under load: goodput, and the slowest answers",
       .experiment = "service",
       .x = offered_load,
       .y = {measures::goodput, measures::slowest_waits},
       .panels = {"deadline_us", "threads"},
       .series = {"cqs.semaphore.async.smart", "cqs.pool.queue", "cqs.*", "aqs.*", "std.counting_semaphore",
                  "std.monitor_pool", "posix.sem", "folly.*", "tbb.*"}},
      {.name = "applications",
       .title = "Unmodified programs on other locks",
       .experiment = "applications",
       .shape = shape::dots,
       .x = nothing,
       .panels = {"program", "threads"}},
      {.name = "release_after_aborts",
       .title = "A release after aborts, in their queue (here: 1) and in another (here: 0)",
       .experiment = "release_after_aborts",
       .x = aborted_waits,
       .y = {measures::time_per_operation, measures::memory},
       .panels = {"here"},
       .series = semaphores},
      {.name = "handoff",
       .title = "One hand-off: the share of hand-offs up to each time",
       .experiment = "handoff",
       .shape = shape::distribution,
       .x = {"", "time from wake-up to running", unit::nanoseconds, scale::logarithmic},
       .series = {"cqs.mutex", "cqs.semaphore.async.smart", "cqs.semaphore.sync.smart", "aqs.*", "jvm.*",
                  "std.mutex", "std.counting_semaphore", "posix.sem", "park.*", "limit.*"}},
      {.name = "fairness_mutex",
       .title = "Mutex: fairness beside throughput",
       .experiment = "mutex",
       .y = {measures::throughput, measures::fairness},
       .panels = {"work"},
       .series = mutexes,
       .only_these = true},
      {.name = "fairness_semaphore",
       .title = "Semaphore: fairness beside throughput",
       .experiment = "semaphore",
       .y = {measures::throughput, measures::fairness},
       .panels = {"permits"},
       .series = semaphores,
       .only_these = true},
      {.name = "uncontended",
       .title = "One thread, no work",
       .experiment = "uncontended",
       .shape = shape::dots,
       .x = nothing,
       .panels = {"kind"}},
      {.name = "readers_writer",
       .title = "Readers and writers",
       .experiment = "readers_writer",
       .x = reads_share,
       .panels = {"writers", "threads"},
       .series = {"cqs.shared_mutex", "*"}},
      {.name = "async",
       .title = "Coroutines and fibers that wait",
       .experiment = "async",
       .x = coroutines,
       .y = {measures::time_per_operation, measures::waiter_bytes},
       .panels = {"threads"},
       .lines_by = {"in"}},
      {.name = "notifier",
       .title = "One thread notifies another",
       .experiment = "notifier",
       .shape = shape::dots,
       .x = nothing,
       .panels = {"kind"}},
      {.name = "transactions",
       .title = "Transfers between accounts under several mutexes",
       .experiment = "transactions",
       .y = {measures::throughput, measures::slowest_waits, measures::abort_share},
       .panels = {"accounts", "held"}},
      {.name = "cowns",
       .title = "Sixteen producers and a slow consumer",
       .experiment = "cowns",
       .y = {measures::time_per_operation, measures::longest_queue, measures::memory}},
      {.name = "executor",
       .title = "Tasks of three classes under overload",
       .experiment = "executor",
       .x = {"bypass", "bypasses before a class is served", unit::count, scale::logarithmic},
       .y = {measures::subscriber_wait, measures::server_wait, measures::client_wait}},
      bottlenecks_of("barrier", {"cqs.barrier", "aqs.barrier", "spin.counter"}),
      bottlenecks_of("latch", {"cqs.latch", "aqs.latch"}),
      bottlenecks_of("mutex", {"cqs.mutex", "aqs.mutex.fair", "park.mcs", "park.clh"}),
      bottlenecks_of("semaphore",
                     {"cqs.semaphore.async.smart", "aqs.semaphore.fair", "aqs.semaphore.unfair"}),
      bottlenecks_of("pool", {"cqs.pool.queue", "cqs.pool.stack", "aqs.pool.array.fair", "aqs.pool.linked"}),
  };
  return all;
}

figure_definition default_figure(const std::vector<const harness::results*>& results,
                                 const std::string& experiment) {
  std::map<std::string, std::set<std::string>> values;
  for (const harness::results* r : results) {
    for (const auto& [name, group] : r->groups()) {
      if (group.cell.experiment != experiment) {
        continue;
      }
      for (const auto& [parameter, value] : group.cell.parameters) {
        if (is_number(value)) {
          values[parameter].insert(value);
        }
      }
      values["threads"].insert(std::to_string(group.cell.threads));
    }
  }
  figure_definition figure{.name = experiment, .title = experiment, .experiment = experiment};
  // The threads win a tie.
  std::size_t most = values["threads"].size();
  for (const auto& [parameter, seen] : values) {
    if (seen.size() > most) {
      most = seen.size();
      figure.x.parameter = parameter;
    }
  }
  figure.x.label = figure.x.parameter;
  if (values[figure.x.parameter].contains("0")) {
    figure.x.scale = scale::logarithmic_from_zero;
  }
  return figure;
}

std::vector<figure_definition> figures_for(const std::vector<const harness::results*>& results) {
  std::set<std::string> experiments;
  for (const harness::results* r : results) {
    const auto names = harness::experiments_of(*r);
    experiments.insert(names.begin(), names.end());
  }
  std::vector<figure_definition> figures;
  for (const figure_definition& figure : declared_figures()) {
    if (experiments.contains(figure.experiment)) {
      figures.push_back(figure);
    }
  }
  for (const std::string& experiment : experiments) {
    if (std::ranges::find(declared_figures(), experiment, &figure_definition::experiment) ==
        declared_figures().end()) {
      figures.push_back(default_figure(results, experiment));
    }
  }
  return figures;
}

}  // namespace cqs::plots
