// Unmodified programs on the locks of the suite, by cqs-run. A program's own measurement makes the sample.

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>
#include <sys/resource.h>

#include "harness/machine/pinning.h"
#include "support/child_process.h"
#include "support/programs.h"
#include "support/text.h"
#include "workloads/applications/locks.h"
#include "workloads/applications/paths.h"
#include "workloads/applications/program.h"
#include "workloads/applications/scratch_folder.h"
#include "workloads/support/experiment_builder.h"

namespace cqs::workloads {

namespace {

using namespace applications;

constexpr double start_seconds = 0.05;

/// What the children of this process have used until now.
struct usage_of_children {
  usage_of_children() {
    rusage now{};
    getrusage(RUSAGE_CHILDREN, &now);
    for (const timeval& t : {now.ru_utime, now.ru_stime}) {
      cpu_ns += static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_usec) * 1e3;
    }
    voluntary_switches = static_cast<double>(now.ru_nvcsw);
    involuntary_switches = static_cast<double>(now.ru_nivcsw);
    peak_rss_kb = static_cast<double>(now.ru_maxrss);
  }

  double cpu_ns = 0;
  double voluntary_switches = 0;
  double involuntary_switches = 0;
  double peak_rss_kb = 0;
};

std::vector<std::string> command_of(const lock& lock) {
  if (lock.option.empty()) {
    return {};
  }
  return {std::string(interposer),  "--lock", std::string(lock.option), "--rwlock",
          std::string(lock.rwlock), "--"};
}

harness::sample without(std::string_view file, std::string_view remedy) {
  harness::sample sample;
  sample.skipped = fmt::format("{} is missing: {}", file, remedy);
  return sample;
}

void set_measures(harness::sample& sample, double time_ns, double operations,
                  const usage_of_children& before) {
  const usage_of_children after;
  sample.ns_per_op = time_ns / operations;
  sample.set("ops", operations);
  sample.set("span_ns", time_ns);
  sample.set("cpu_ns_per_op", (after.cpu_ns - before.cpu_ns) / operations);
  sample.set("voluntary_switches_per_op",
             (after.voluntary_switches - before.voluntary_switches) / operations);
  sample.set("involuntary_switches_per_op",
             (after.involuntary_switches - before.involuntary_switches) / operations);
  sample.set("peak_rss_kb", after.peak_rss_kb);
}

harness::sample run_program(const lock& lock, const harness::cell_run& run) {
  const program& program = find_program(run.cell.value("program"));
  const auto file = program.find();
  if (!file) {
    return without(program.file, program.how_to_get_it());
  }
  auto command = command_of(lock);
  if (!command.empty() && !support::is_executable(command.front())) {
    return without(interposer, "build the target cqs-run");
  }
  if (!run.cpus.empty()) {
    harness::keep_this_thread_on(run.cpus);  // the program inherits them
  }
  const scratch_folder folder;
  const task what{.operations = program.operations(run.window, run.cell.threads),
                  .threads = run.cell.threads,
                  .seed = run.seed,
                  .folder = folder.path()};
  command.push_back(*file);
  std::ranges::move(program.arguments(what), std::back_inserter(command));
  setenv("KCRNDSEED", std::to_string(run.seed).c_str(), 1);  // Kyoto Cabinet's programs have no option for it

  harness::sample sample;
  const usage_of_children before;
  const auto child = support::run_child(command, std::chrono::hours(1));  // the sweep's watchdog is stricter
  if (child.how != support::child_result::ending::exited || child.code != 0) {
    sample.fail(support::what_went_wrong(child, program.file));
    return sample;
  }
  const auto time_ns = program.time_ns(child.output + child.errors);
  if (!time_ns) {
    sample.fail(fmt::format("{} does not tell its time after '{}': is it another version?", program.file,
                            support::trimmed(program.before_time)));
  } else if (*time_ns <= 0) {
    sample.fail(fmt::format("{} tells a time of 0: lengthen the sample (sample_ms, --benchmark_min_time)",
                            program.file));
  } else {
    set_measures(sample, *time_ns, static_cast<double>(what.operations), before);
  }
  return sample;
}

std::vector<std::string> names_of_programs() {
  std::vector<std::string> names;
  for (const program& each : programs()) {
    names.emplace_back(each.name);
  }
  return names;
}

}  // namespace

harness::experiment applications_experiment(const machine_choice& machine) {
  experiment_builder experiment(
      machine, {.name = "applications",
                .summary = "programs that know nothing of this project, on the locks of cqs-run",
                .operation = "one of the program's own operations",
                .axes = {{"program", names_of_programs()}},
                .thread_counts = {"2", "4"}});
  for (const lock& each : locks) {
    experiment.add_program({.name = std::string(each.name),
                            .origin = std::string(each.origin),
                            .waits_by = std::string(to_string(each.waits)),
                            .fair = each.order == baselines::order::fifo,
                            .run = [&each](const harness::cell_run& run) { return run_program(each, run); },
                            .start_up_seconds = start_seconds});
  }
  return experiment.build();
}

}  // namespace cqs::workloads
