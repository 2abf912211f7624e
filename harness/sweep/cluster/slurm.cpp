#include "harness/sweep/cluster/slurm.h"
#include "support/text.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "harness/record/cell.h"
#include "support/child_process.h"
#include "support/error.h"

namespace cqs::harness {

namespace {

/// A controller that is restarted answers again after some seconds, and Slurm's commands wait for it.
constexpr std::chrono::minutes patience{2};

bool is_installed(const std::string& program) {
  const char* const path = std::getenv("PATH");
  const auto folders = support::split(path == nullptr ? "" : path, ':');
  return std::ranges::any_of(folders, [&](const auto& folder) {
    return access(fmt::format("{}/{}", folder, program).c_str(), X_OK) == 0;
  });
}

std::vector<std::string> ids_of(const std::vector<slurm::job>& jobs) {
  std::vector<std::string> ids;
  for (const slurm::job& each : jobs) {
    ids.push_back(each.id);
  }
  return ids;
}

bool knows_no_such_job(const std::string& errors) {
  return errors.find("Invalid job id") != std::string::npos;
}

/// An empty answer for a job that has long been forgotten.
std::string ask_queue(const std::string& id) {
  const auto answer =
      support::run_child({"squeue", "--noheader", "--array", "--job", id, "--format", "%K %T %r"}, patience);
  if (answer.how == support::child_result::ending::exited && answer.code == 0) {
    return answer.output;
  }
  if (knows_no_such_job(answer.errors)) {
    return "";
  }
  throw support::user_error(fmt::format("Slurm does not answer: {}; the job goes on: come back with --attach",
                                        support::trimmed(answer.errors)));
}

}  // namespace

void slurm::require() {
  for (const char* program : {"sbatch", "squeue", "scancel"}) {
    if (!is_installed(program)) {
      throw support::user_error(
          fmt::format("there is no {} on this machine: run --slurm on a machine of the cluster from which "
                      "jobs are submitted, or "
                      "leave it out to measure here",
                      program));
    }
  }
}

slurm::job slurm::submit(const std::filesystem::path& script, std::vector<std::size_t> tasks,
                         const requirements& requirements, const std::filesystem::path& logs) {
  std::vector<std::string> command{
      "sbatch",
      "--parsable",
      "--requeue",
      "--open-mode=append",
      "--job-name=cqs",
      "--nodes=1",
      fmt::format("--output={}/%a", logs.string()),
      fmt::format("--array={}{}", fmt::join(tasks, ","),
                  requirements.nodes > 0 ? fmt::format("%{}", requirements.nodes) : "")};
  if (requirements.whole_node) {
    command.push_back("--exclusive");
  } else {
    command.insert(command.end(), {"--ntasks=1", "--cpus-per-task=1"});
  }
  if (!requirements.partition.empty()) {
    command.push_back("--partition=" + requirements.partition);
  }
  if (!requirements.constraint.empty()) {
    command.push_back("--constraint=" + requirements.constraint);
  }
  command.push_back(script.string());
  const auto answer = support::run_child(command, patience);
  if (answer.how != support::child_result::ending::exited || answer.code != 0) {
    throw support::user_error(
        fmt::format("Slurm does not take the job: {}; see sinfo for its partitions and features",
                    support::trimmed(answer.errors)));
  }
  // `<id>` or `<id>;<cluster>`
  return {support::split(answer.output, ';').front(), std::move(tasks)};
}

std::map<std::size_t, std::string> slurm::queued(const std::vector<job>& jobs) {
  std::map<std::size_t, std::string> states;
  for (const job& each : jobs) {
    std::istringstream lines(ask_queue(each.id));
    std::size_t task = 0;
    std::string state;
    std::string reason;
    while (lines >> task >> state && std::getline(lines, reason)) {
      reason = support::trimmed(reason);
      states[task] = state == "PENDING" ? fmt::format("{} ({})", state, reason) : state;
    }
  }
  return states;
}

void slurm::cancel(const std::vector<job>& jobs) {
  std::vector<std::string> command{"scancel", "--quiet"};
  const auto ids = ids_of(jobs);
  command.insert(command.end(), ids.begin(), ids.end());
  support::run_child(command, patience);
}

}  // namespace cqs::harness
