#include "harness/sweep/cluster/cluster_sweep.h"
#include "support/text.h"

#include <algorithm>
#include <fstream>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "harness/machine/fingerprint.h"
#include "harness/machine/git_state.h"
#include "harness/record/results.h"
#include "harness/sweep/cluster/merge.h"
#include "support/error.h"
#include "support/interruption.h"
#include "support/progress.h"

namespace cqs::harness {

namespace {

constexpr std::chrono::seconds between_looks{2};
/// At a task that is to end: Slurm gives it half a minute.
constexpr int most_looks = 30;

/// Written when every sample of a chunk has been taken.
constexpr const char* mark_of_completion = "complete";

bool is_complete(const cluster_plan& plan, std::size_t number) {
  const auto found = results_of_chunk(plan, number);
  return std::ranges::any_of(
      found, [](const auto& results) { return std::filesystem::exists(results / mark_of_completion); });
}

std::vector<std::size_t> incomplete(const cluster_plan& plan) {
  std::vector<std::size_t> numbers;
  for (std::size_t number = 0; number < plan.parts.size(); ++number) {
    if (!is_complete(plan, number)) {
      numbers.push_back(number);
    }
  }
  return numbers;
}

/// In single quotes, whatever is in it.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return result + "'";
}

std::string script_for(const cluster_plan& plan, const std::string& program) {
  const std::string tool =
      plan.tool_command.empty() ? quoted(program) : fmt::format("$({})", plan.tool_command);
  return fmt::format(R"(#!/bin/bash
# A chunk of a sweep, on a node.
node=${{SLURMD_NODENAME:-$(hostname)}}
tool={tool} || {{ echo "$node: the tool could not be built there"; exit 1; }}
"$tool" sweep --chunk "$SLURM_ARRAY_TASK_ID" --of {folder}
code=$?
case $code in
  126) echo "$node cannot run $tool: it is of another architecture ($(uname -m)); name nodes like the one that submits" \
         "with --constraint or --partition, or build on each kind of node with --build-on-nodes" ;;
  127) echo "$node cannot run $tool: it or a library that it needs is not there; run scripts/setup on the nodes, and keep" \
         "the build in a folder that they share" ;;
esac
exit $code
)",
                     fmt::arg("tool", tool), fmt::arg("folder", quoted(plan.folder.string())));
}

void write_script(const cluster_plan& plan, const std::string& program) {
  results_directory::replace(plan.script(), script_for(plan, program));
  std::filesystem::permissions(plan.script(), std::filesystem::perms::owner_all);
}

/// Counts the rows, without those of disturbed samples that were taken again.
std::size_t samples_in(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  std::size_t count = 0;
  while (std::getline(file, line) && !file.eof()) {  // an unfinished line is no row yet
    constexpr std::string_view attempt = "\"attempt\":";
    const auto found = line.find(attempt);
    count += found == std::string::npos || line[found + attempt.size()] == '0' ? 1U : 0U;
  }
  return count;
}

std::string last_words(const std::filesystem::path& log) {
  std::ifstream file(log);
  std::string line;
  std::string last = "it said nothing";
  while (std::getline(file, line)) {
    if (!support::trimmed(line).empty()) {
      last = line;
    }
  }
  return last;
}

struct sample_count {
  std::size_t taken = 0;
  std::size_t planned = 0;
};

/// Of a chunk. What a node plans depends on how many threads it has, and is known when it has begun.
sample_count count_samples(const cluster_plan& plan, std::size_t number) {
  sample_count count{0, plan.parts[number].samples};
  for (const auto& path : results_of_chunk(plan, number)) {
    std::ifstream file(path / "machine.json");
    const auto machine = nlohmann::json::parse(file, nullptr, false);
    if (!machine.is_discarded()) {
      count = {samples_in(path / "results.jsonl"), machine.at("sweep").at("samples")};
    }
  }
  return count;
}

std::string describe(const std::map<std::size_t, std::string>& states) {
  std::map<std::string, std::size_t> tally;
  for (const auto& [task, state] : states) {
    ++tally[state];
  }
  std::string text;
  for (const auto& [state, tasks] : tally) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", tasks, state);
  }
  return text;
}

void wait_a_little() {
  const auto end = std::chrono::steady_clock::now() + between_looks;
  while (std::chrono::steady_clock::now() < end && !support::interrupted()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

/// The tasks in the queue, when those that have been ended are gone: until then they may still write.
std::map<std::size_t, std::string> queued_and_not_ending(const std::vector<slurm::job>& jobs) {
  for (int look = 0;; ++look) {
    auto states = slurm::queued(jobs);
    const bool ending =
        std::ranges::any_of(states, [](const auto& each) { return each.second == "COMPLETING"; });
    if (!ending || look == most_looks) {
      return states;
    }
    std::this_thread::sleep_for(between_looks);
  }
}

/// A profile of a person's own goes along, as it is now.
std::string keep_profile(const profile& profile, const std::filesystem::path& folder) {
  const auto& names = profile::built_in();
  if (std::ranges::find(names, profile.name()) != names.end()) {
    return profile.name();
  }
  results_directory::replace(folder / "profile", profile.text());
  return "profile";
}

/// So does a machine that is to be simulated.
std::string keep_machine(const sweep_request& request, const std::filesystem::path& folder) {
  if (!std::filesystem::exists(request.simulated_on)) {
    return request.simulated_on;  // one that the tool knows by its name, or none
  }
  const auto copy = folder / std::filesystem::path(request.simulated_on).filename();
  results_directory::replace(copy, request.machine_text);
  return copy.string();
}

}  // namespace

int cluster_sweep::begin(const cluster_request& request) {
  slurm::require();
  const auto& asked = request.sweep;
  const auto profile = profile::load(asked.profile, _experiments);
  const auto samples = make_plan(profile, _experiments, asked.filter, _machine, asked.seed);
  const bool simulated = !asked.simulated_on.empty();
  const auto chunks =
      chunks_of(samples, _experiments, simulated ? chunking::by_implementation : chunking::by_point);
  fmt::print("{} chunks, {} samples if the nodes are like this machine; about {} of one node\n",
             chunks.size(), samples.size(), support::format_duration(estimated_time(samples)));
  if (asked.dry_run) {
    return 0;
  }
  const auto path = std::filesystem::absolute(
      asked.output.empty() ? results_directory::default_path(asked.results_root) : asked.output);
  if (cluster_plan::is_in(path) || results_directory::has_results(path)) {
    throw support::user_error(fmt::format(
        "{} has results already: go on with them by --resume, or name another folder", path.string()));
  }
  const results_directory folder(path);
  cluster_plan plan{.folder = path,
                    .profile = keep_profile(profile, path),
                    .simulated_on = keep_machine(asked, path),
                    .filter = asked.filter,
                    .seed = asked.seed,
                    .commit = build_commit(),
                    .requirements = request.requirements,
                    .tool_command = request.tool_command};
  plan.requirements.whole_node = !simulated;
  for (const chunk& each : chunks) {
    std::vector<planned_sample> inside;
    std::ranges::copy_if(samples, std::back_inserter(inside),
                         [&](const auto& s) { return each.contains(s); });
    plan.parts.push_back({each, inside.size(), estimated_time(inside).count()});
  }
  std::vector<std::size_t> tasks(plan.parts.size());
  std::iota(tasks.begin(), tasks.end(), std::size_t{0});
  submit(plan, tasks);
  if (request.detach) {
    fmt::print("watch it with: cqs-bench sweep --attach {}\n", path.string());
    return 0;
  }
  return watch(plan);
}

void cluster_sweep::submit(cluster_plan& plan, std::vector<std::size_t> tasks) const {
  std::filesystem::create_directories(plan.logs());
  write_script(plan, _program);
  plan.save();
  plan.jobs.push_back(slurm::submit(plan.script(), std::move(tasks), plan.requirements, plan.logs()));
  plan.save();
  fmt::print("submitted {} tasks as job {}; results: {}\n", plan.jobs.back().tasks.size(),
             plan.jobs.back().id, plan.folder.string());
  std::fflush(stdout);
}

int cluster_sweep::resume(const cluster_request& request) {
  slurm::require();
  auto plan = cluster_plan::load(std::filesystem::absolute(request.sweep.resume));
  if (plan.commit != build_commit() && !request.sweep.force) {
    throw support::user_error(fmt::format(
        "{} was begun with other code ({}, now {}): results of both would mix; begin a new one, or "
        "add --force",
        plan.folder.string(), plan.commit, build_commit()));
  }
  const auto queued = queued_and_not_ending(plan.jobs);
  auto missing = incomplete(plan);
  std::erase_if(missing, [&](std::size_t number) { return queued.contains(number); });
  if (!missing.empty()) {
    submit(plan, std::move(missing));
  }
  return request.detach ? 0 : watch(plan);
}

int cluster_sweep::attach(const std::filesystem::path& folder) {
  slurm::require();
  return watch(cluster_plan::load(std::filesystem::absolute(folder)));
}

int cluster_sweep::watch(const cluster_plan& plan) {
  support::note_interruptions();
  double seconds = 0;
  for (const auto& part : plan.parts) {
    seconds += part.seconds;
  }
  support::progress progress(0,
                             std::chrono::duration<double>(seconds / std::max(1U, plan.requirements.nodes)));
  while (!support::interrupted()) {
    const auto states = slurm::queued(plan.jobs);
    sample_count all;
    for (std::size_t number = 0; number < plan.parts.size(); ++number) {
      const auto count = count_samples(plan, number);
      all.taken += count.taken;
      all.planned += count.planned;
    }
    progress.reach(all.taken, all.planned, describe(states));
    if (states.empty()) {
      break;
    }
    wait_a_little();
  }
  progress.finish();
  if (support::interrupted()) {
    slurm::cancel(plan.jobs);
    queued_and_not_ending(plan.jobs);
  }
  return finish(plan, support::interrupted());
}

int cluster_sweep::finish(const cluster_plan& plan, bool interrupted) {
  std::size_t failed = 0;
  for (const auto& path : merge(plan)) {
    _directories.push_back(path);
    const auto all = results::read(path);
    failed += all.count(status::failed);
    fmt::print("{}: {} ok, {} failed, {} timed out, {} skipped\n", path.string(), all.count(status::ok),
               all.count(status::failed), all.count(status::timeout), all.count(status::skipped));
  }
  const auto left = incomplete(plan);
  if (interrupted) {
    fmt::print(stderr, "interrupted, and the job is cancelled; go on with: cqs-bench sweep --resume {}\n",
               plan.folder.string());
    return 130;
  }
  for (const std::size_t number : left) {
    fmt::print(stderr, "{} is not done: {}\n", plan.parts[number].chunk.name(),
               last_words(plan.logs() / std::to_string(number)));
  }
  if (!left.empty()) {
    fmt::print(stderr, "{} of {} chunks are not done; go on with: cqs-bench sweep --resume {}\n", left.size(),
               plan.parts.size(), plan.folder.string());
  }
  return failed > 0 || !left.empty() ? 1 : 0;
}

int cluster_sweep::take(const std::filesystem::path& folder, std::size_t number,
                        const std::string& machine_text) {
  const auto plan = cluster_plan::load(folder);
  if (number >= plan.parts.size()) {
    throw support::user_error(
        fmt::format("{} has {} chunks, and no number {}", folder.string(), plan.parts.size(), number));
  }
  const bool simulated = !plan.simulated_on.empty();
  const auto path = plan.of_chunk(number) /
                    (simulated ? "simulated-" + std::filesystem::path(plan.simulated_on).stem().string()
                               : fingerprint::of(_machine).machine_id());
  sweep_request request{.profile = plan.profile_argument(),
                        .filter = plan.parts[number].chunk.narrow(plan.filter),
                        .simulated_on = plan.simulated_on,
                        .machine_text = machine_text,
                        .seed = plan.seed,
                        .force = simulated};  // the same wherever it runs
  const bool begun =
      std::filesystem::exists(path / "machine.json") && std::filesystem::exists(path / "results.jsonl");
  (begun ? request.resume : request.output) = path;
  const int code = sweep(_experiments, _machine, _program).run(request);
  if (code == 0 || code == 1) {  // also of cells that failed: they were taken
    results_directory::replace(path / mark_of_completion, utc_now() + "\n");
  }
  return code;
}

}  // namespace cqs::harness
