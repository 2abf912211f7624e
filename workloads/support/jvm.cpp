#include "workloads/support/jvm.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "baselines/jvm/jvm.h"
#include "support/child_process.h"

namespace cqs::workloads {

namespace {

constexpr int warm_up_ms = 400;
constexpr double start_seconds = 0.3;

/// The program pins nothing itself: it inherits the affinity of the thread that starts it, which is widened
/// here to all CPUs of the cell.
void allow_cpus_of(const harness::cell_run& run) {
  if (run.cpus.empty()) {
    return;
  }
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const unsigned cpu : run.cpus) {
    if (cpu < CPU_SETSIZE) {
      CPU_SET(cpu, &set);
    }
  }
  sched_setaffinity(0, sizeof set, &set);
}

std::vector<std::string> command(const harness::cell_run& run) {
  std::vector<std::string> command{
      std::string(baselines::jvm_java),
      "-XX:+UseParallelGC",  // the same on every machine, and without threads of its own
      "-cp",
      std::string(baselines::jvm_jar),
      "Peers",
      run.cell.experiment,
      "--impl",
      run.cell.implementation,
      "--samples",
      "1",
      "--warm-up-ms",
      std::to_string(warm_up_ms),
      "--sample-ms",
      std::to_string(std::max<std::int64_t>(
          1, std::chrono::duration_cast<std::chrono::milliseconds>(run.window).count()))};
  const auto option = [&](const std::string& name, const std::string& value) {
    command.insert(command.end(), {"--" + name, value});
  };
  for (const char* name : {"work", "permits", "elements", "waiters"}) {
    const auto found = std::ranges::find(run.cell.parameters, name, &harness::parameter::name);
    if (found != run.cell.parameters.end()) {
      option(name, found->value);
    }
  }
  option("threads", std::to_string(run.cell.threads));
  return command;
}

harness::sample measure(const harness::cell_run& run) {
  allow_cpus_of(run);
  harness::sample sample;
  const auto child =
      support::run_child(command(run), std::chrono::hours(1));  // the sweep's watchdog is stricter
  const auto told = nlohmann::json::parse(child.output, nullptr, false);
  if (child.how != support::child_result::ending::exited || child.code != 0 || !told.is_object()) {
    sample.fail(fmt::format("the JVM's program exited with {}: {}", child.code, child.errors));
    return sample;
  }
  sample.ns_per_op = told.at("ns_per_op");
  sample.set("ops", told.at("ops"));
  return sample;
}

}  // namespace

std::vector<harness::implementation> jvm_implementations(const std::vector<harness::parameter>& fixed,
                                                         baselines::kind kind) {
  std::vector<harness::implementation> all;
  for (const baselines::listing& peer : baselines::jvm_implementations) {
    if (peer.kind == kind) {
      all.push_back({.name = std::string(peer.name),
                     .origin = std::string(peer.origin),
                     .waits_by = std::string(to_string(peer.waits)),
                     .fair = peer.fair,
                     .fixed = fixed,
                     .skipped = std::string(baselines::jvm_skipped),
                     .run = &measure,
                     .start_up_seconds = start_seconds + warm_up_ms / 1000.0});
    }
  }
  return all;
}

}  // namespace cqs::workloads
