#include "workloads/support/jvm.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "baselines/jvm/jvm.h"
#include "harness/machine/pinning.h"
#include "harness/team/team_sample.h"
#include "support/child_process.h"

namespace cqs::workloads {

namespace {

constexpr int most_warm_up_ms = 3000;
constexpr double start_seconds = 0.3;
constexpr double usual_warm_up_seconds = 0.4;

/// A sample of another length than it was asked for is not comparable with ours.
constexpr double shortest = 0.8;
constexpr double longest = 1.25;
/// A shorter sample cannot keep to that: a thread may lose its processor for longer than the whole sample. Such samples
/// are for tests of the tool.
constexpr std::chrono::milliseconds shortest_judged{10};

/// The same on every machine. This collector has no threads that run beside the workload.
constexpr std::array flags{"-XX:+UseParallelGC", "-Xms256m", "-Xmx256m"};

std::vector<std::string> command(const harness::cell_run& run) {
  std::vector<std::string> command{std::string(baselines::jvm_java)};
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {"-cp", std::string(baselines::jvm_jar), "Driver", run.cell.experiment});
  const auto option = [&](const std::string& name, const std::string& value) {
    command.insert(command.end(), {"--" + name, value});
  };
  option("impl", run.cell.implementation);
  option("warm-up-ms", std::to_string(most_warm_up_ms));
  option("sample-ms", std::to_string(std::max<std::int64_t>(
                          1, std::chrono::duration_cast<std::chrono::milliseconds>(run.window).count())));
  for (const char* name : {"work", "permits", "elements", "waiters"}) {
    const auto found = std::ranges::find(run.cell.parameters, name, &harness::parameter::name);
    if (found != run.cell.parameters.end()) {
      option(name, found->value);
    }
  }
  option("threads", std::to_string(run.cell.threads));
  return command;
}

void take_over(harness::sample& sample, const nlohmann::json& result) {
  for (const auto& [name, value] : result.items()) {
    if (name == "ns_per_op") {
      sample.ns_per_op = value;
    } else if (value.is_number()) {
      sample.set(name, value);
    }
  }
  sample.runtime = result.at("runtime").get<std::map<std::string, std::string>>();
  const auto by_thread = result.at("thread_ops").get<std::vector<std::uint64_t>>();
  if (by_thread.size() > 1) {
    harness::set_fairness(sample, by_thread);
  }
}

/// Java cannot pin its threads. The program inherits the CPUs of the cell from the thread that starts it.
harness::sample measure(const harness::cell_run& run) {
  if (!run.cpus.empty()) {
    harness::keep_this_thread_on(run.cpus);
  }
  harness::sample sample;
  const auto child =
      support::run_child(command(run), std::chrono::hours(1));  // the sweep's watchdog is stricter
  const auto result = nlohmann::json::parse(child.output, nullptr, false);
  if (child.how != support::child_result::ending::exited || child.code != 0 || !result.is_object()) {
    sample.fail(fmt::format("the JVM's program exited with {}: {}", child.code, child.errors));
    return sample;
  }
  take_over(sample, result);
  const double ratio = sample.get("length_ratio");
  if (run.window >= shortest_judged && (ratio < shortest || ratio > longest)) {
    sample.fail(
        fmt::format("the sample took {:.2f} times as long as asked, {} times in a row: is the machine busy?",
                    ratio, sample.get("attempts")));
  }
  return sample;
}

}  // namespace

std::vector<harness::implementation> jvm_implementations(const std::vector<harness::parameter>& fixed,
                                                         baselines::kind kind, std::string_view without) {
  std::vector<harness::implementation> all;
  for (const baselines::listing& peer : baselines::jvm_implementations) {
    if (peer.kind == kind && (without.empty() || !peer.name.ends_with(without))) {
      all.push_back({.name = std::string(peer.name),
                     .origin = std::string(peer.origin),
                     .waits_by = std::string(to_string(peer.waits)),
                     .fair = peer.fair,
                     .fixed = fixed,
                     .skipped = std::string(baselines::jvm_skipped),
                     .run = &measure,
                     .start_up_seconds = start_seconds + usual_warm_up_seconds});
    }
  }
  return all;
}

}  // namespace cqs::workloads
