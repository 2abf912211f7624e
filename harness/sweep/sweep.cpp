#include "harness/sweep/sweep.h"
#include "support/text.h"

#include <cstdlib>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "harness/analysis/summary.h"
#include "harness/machine/git_state.h"
#include "harness/machine/placement.h"
#include "harness/record/results.h"
#include "harness/record/results_file.h"
#include "harness/record/sample_json.h"
#include "harness/sweep/disturbance.h"
#include "support/child_process.h"
#include "support/error.h"
#include "support/interruption.h"
#include "support/progress.h"

namespace cqs::harness {

/// A sweep that is ready to go.
struct sweep::job {
  harness::profile profile;
  std::vector<planned_sample> plan;  ///< what is still to be done
  std::filesystem::path path;
  nlohmann::ordered_json machine;  ///< the content of machine.json
  std::uint64_t seed = 1;
  std::string simulated = {};  ///< the machine, if it is not this one
  std::string run = {};
};

namespace {

void print_plan(const std::vector<planned_sample>& plan) {
  std::set<std::string> cells;
  std::size_t skipped = 0;
  for (const planned_sample& sample : plan) {
    if (sample.skipped()) {
      ++skipped;
    } else {
      cells.insert(sample.cell.key(sample.placement));
    }
  }
  fmt::print("{} cells, {} samples, {} skipped; about {}\n", cells.size(), plan.size() - skipped, skipped,
             support::format_duration(estimated_time(plan)));
}

/// As a task of a cluster, those that were given to it.
unsigned processors_to_use() {
  const char* const given = std::getenv("SLURM_CPUS_PER_TASK");
  return given != nullptr
             ? static_cast<unsigned>(support::parse_number(given, "SLURM_CPUS_PER_TASK", 1, most_threads))
             : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace

sweep::job sweep::prepare(const sweep_request& request) const {
  auto profile = profile::load(request.profile, _experiments);
  auto plan = make_plan(profile, _experiments, request.filter, _machine, request.seed);
  const auto path =
      request.output.empty() ? results_directory::default_path(request.results_root) : request.output;
  if (!request.dry_run && results_directory::has_results(path)) {
    throw support::user_error(
        fmt::format("{} has results already: go on with them by --resume {}, or name another folder",
                    path.string(), path.string()));
  }
  auto machine = fingerprint::of(_machine).json();
  if (!request.simulated_on.empty()) {
    machine["cpu"]["model"] = "simulated " + request.simulated_on;
    machine["simulated"] = {{"machine", request.simulated_on},
                            {"file", nlohmann::ordered_json::parse(request.machine_text)}};
  }
  machine["sweep"] = {{"profile", profile.name()},      {"simulated_on", request.simulated_on},
                      {"profile_text", profile.text()}, {"filter", request.filter.to_json()},
                      {"seed", request.seed},           {"samples", plan.size()}};
  machine["runs"] = nlohmann::ordered_json::array();
  return {std::move(profile), std::move(plan), path, std::move(machine), request.seed, request.simulated_on};
}

sweep::job sweep::prepare_resumed(const std::filesystem::path& directory, bool force) const {
  const auto before = results::read(directory);
  if (before.truncated_bytes() > 0) {
    fmt::print(
        stderr,
        "{}: the last line was never finished; its {} bytes are cut off, and its sample is taken again\n",
        (directory / "results.jsonl").string(), before.truncated_bytes());
  }
  const auto now = fingerprint::of(_machine).json();
  const auto& recorded = before.fingerprint();
  const auto differs = [&](const std::string& what, const std::string& then, const std::string& is) {
    if (then != is && !force) {
      throw support::user_error(fmt::format(
          "{} was begun {} ({}, now {}): results of both would mix; begin a new one, or add --force",
          directory.string(), what, then, is));
    }
  };
  differs("on another machine", recorded.at("machine_id"), now.at("machine_id"));
  differs("with other code", recorded.at("build").at("commit"), now.at("build").at("commit"));
  try {
    const auto& old = recorded.at("sweep");
    auto profile = profile::parse(old.at("profile"), old.at("profile_text").get<std::string>(), _experiments);
    const std::uint64_t seed = old.at("seed");
    auto plan = make_plan(profile, _experiments, plan_filter::from_json(old.at("filter")), _machine, seed);
    std::set<std::string> done;
    for (const row& r : before.rows()) {
      if (r.disturbed.empty() || r.attempt >= profile.repeats()) {
        done.insert(r.key());
      }
    }
    std::erase_if(plan, [&](const planned_sample& s) { return done.contains(s.key()); });
    return {std::move(profile),
            std::move(plan),
            directory,
            nlohmann::ordered_json::parse(recorded.dump()),
            seed,
            before.simulated_on()};
  } catch (const nlohmann::json::exception& e) {
    throw support::user_error(
        fmt::format("{} was not left by a sweep: {}", (directory / "machine.json").string(), e.what()));
  }
}

int sweep::run(const sweep_request& request) {
  job todo = request.resume.empty() ? prepare(request) : prepare_resumed(request.resume, request.force);
  print_plan(todo.plan);
  if (request.dry_run) {
    return 0;
  }
  return carry_out(todo);
}

int sweep::carry_out(job& todo) {
  const results_directory directory(todo.path);
  results_file file(directory.rows());
  todo.run = utc_now() + fmt::format("-{}", getpid());
  todo.machine["runs"].push_back({{"run", todo.run}, {"load_before", load_average()}, {"ended", "no"}});
  results_directory::replace(directory.machine(), todo.machine.dump(2) + "\n");
  fmt::print("results: {}\n", todo.path.string());
  std::fflush(stdout);

  support::note_interruptions();
  take_all(todo, file);

  todo.machine["runs"].back()["load_after"] = load_average();
  todo.machine["runs"].back()["ended"] = support::interrupted() ? "interrupted" : utc_now();
  todo.machine["load_after"] = load_average();
  results_directory::replace(directory.machine(), todo.machine.dump(2) + "\n");
  _directories.push_back(todo.path);
  const auto all = results::read(todo.path);
  results_directory::replace(directory.summary(), summarise(all));
  if (support::interrupted()) {
    fmt::print(stderr, "interrupted; go on with: cqs-bench sweep --resume {}\n", todo.path.string());
    return 130;
  }
  fmt::print("{} ok, {} failed, {} timed out, {} skipped; {} disturbed; summary: {}\n", all.count(status::ok),
             all.count(status::failed), all.count(status::timeout), all.count(status::skipped),
             all.count_disturbed(), directory.summary().string());
  return all.count(status::failed) > 0 ? 1 : 0;
}

void sweep::take_all(const job& todo, results_file& file) const {
  support::progress progress(todo.plan.size(), estimated_time(todo.plan));
  std::mutex mutex;  // of all but the samples themselves
  std::size_t next = 0;
  const bool judged = todo.simulated.empty() && todo.profile.repeats() > 0;
  // A machine that is never quiet must not make the sweep endless.
  const std::size_t most_repeated = std::max<std::size_t>(20, todo.plan.size() / 5);
  std::size_t repeated = 0;
  disturbance judge;
  std::exception_ptr trouble;
  const auto work = [&] {
    std::unique_lock lock(mutex);
    while (next < todo.plan.size() && !support::interrupted() && !trouble) {
      const planned_sample& sample = todo.plan[next++];
      try {
        progress.begin(sample.cell.name());
        for (unsigned attempt = 0;; ++attempt) {
          lock.unlock();
          row row = take(sample, todo);
          lock.lock();
          if (support::interrupted()) {
            break;
          }
          row.attempt = attempt;
          if (judged && row.status == status::ok) {
            row.disturbed = judge.judge(row);
          }
          file.append(row);
          if (row.status == status::failed || row.status == status::timeout) {
            progress.tell(fmt::format("{}: {}: {}", row.cell.name(), to_string(row.status), row.reason));
          }
          if (row.disturbed.empty() || attempt == todo.profile.repeats() || repeated == most_repeated) {
            break;
          }
          ++repeated;
        }
        if (support::interrupted()) {
          break;
        }
        progress.end();
      } catch (...) {
        if (!lock.owns_lock()) {
          lock.lock();
        }
        trouble = std::current_exception();
      }
    }
  };
  {
    // What is measured has the machine for itself; what is simulated does not care.
    const unsigned workers = todo.simulated.empty() ? 1 : processors_to_use();
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < workers; ++i) {
      helpers.emplace_back(work);
    }
    work();
  }
  progress.finish();
  if (trouble) {
    std::rethrow_exception(trouble);
  }
}

std::vector<std::string> sweep::command(const planned_sample& sample, const row& row) const {
  std::vector<std::string> command{_program, "sample",
                                   "--cell", sample.cell.name(),
                                   "--seed", std::to_string(row.seed),
                                   "--ms",   std::to_string(sample.window.count())};
  if (row.cpus.empty()) {
    command.insert(command.end(), {"--placement", "none"});
  } else {
    command.insert(command.end(), {"--placement", fmt::format("{}", fmt::join(row.cpus, ","))});
  }
  if (row.simulated()) {
    command.insert(command.end(), {"--machine", row.simulated_on});
  }
  if (row.memory_node) {
    command.insert(command.end(), {"--memory-node", std::to_string(*row.memory_node)});
  }
  return command;
}

row sweep::take(const planned_sample& sample, const job& todo) const {
  const implementation& chosen = *sample.implementation;
  row row;
  row.cell = sample.cell;
  row.origin = chosen.origin;
  row.waits_by = chosen.waits_by;
  row.waiter = chosen.waiter;
  row.fair = chosen.fair;
  row.placement = sample.placement;
  row.simulated_on = todo.simulated;
  row.hardware_threads = static_cast<unsigned>(_machine.processors().size());
  row.process = sample.process;
  row.sample_ms = static_cast<double>(sample.window.count());
  row.seed = todo.seed + 1000 * sample.process;
  row.run = todo.run;
  row.commit = build_commit();
  row.time = utc_now();
  if (sample.skipped()) {
    row.status = status::skipped;
    row.reason = chosen.skipped;
    return row;
  }
  row.cpus = placement::parse(sample.placement).place(_machine, sample.cell.threads);
  if (!row.cpus.empty()) {
    row.memory_node = _machine.find(row.cpus.front())->node;
  }
  const auto child = support::run_child(command(sample, row), std::chrono::seconds(todo.profile.timeout_s()),
                                        &support::interrupted);
  if (child.how == support::child_result::ending::timed_out) {
    row.status = status::timeout;
    row.reason = fmt::format("not done after {} s", todo.profile.timeout_s());
    return row;
  }
  // A cell that fails exits with 1, and has still told its sample.
  const auto told = nlohmann::json::parse(child.output, nullptr, false);
  if (child.how == support::child_result::ending::exited && child.code <= 1 && told.is_object()) {
    take_over(row, told);
  } else {
    row.status = status::failed;
    row.reason = support::what_went_wrong(child);
  }
  return row;
}

}  // namespace cqs::harness
