#include "harness/sweep/cluster/cluster_plan.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "harness/record/results_directory.h"
#include "harness/sweep/profile.h"
#include "support/error.h"

namespace cqs::harness {

namespace {

nlohmann::ordered_json to_json(const slurm::requirements& requirements) {
  return {{"partition", requirements.partition},
          {"constraint", requirements.constraint},
          {"nodes", requirements.nodes},
          {"whole_node", requirements.whole_node}};
}

slurm::requirements requirements_from_json(const nlohmann::json& json) {
  return {json.at("partition"), json.at("constraint"), json.at("nodes"), json.at("whole_node")};
}

}  // namespace

std::string cluster_plan::profile_argument() const {
  const auto& names = harness::profile::built_in();
  return std::ranges::find(names, profile) != names.end() ? profile : (folder / profile).string();
}

bool cluster_plan::is_in(const std::filesystem::path& folder) {
  return std::filesystem::exists(folder / "cluster.json");
}

void cluster_plan::save() const {
  nlohmann::ordered_json json{{"profile", profile},
                              {"simulated_on", simulated_on},
                              {"filter", filter.to_json()},
                              {"seed", seed},
                              {"commit", commit},
                              {"requirements", to_json(requirements)},
                              {"tool_command", tool_command},
                              {"chunks", nlohmann::ordered_json::array()},
                              {"jobs", nlohmann::ordered_json::array()}};
  for (const part& each : parts) {
    auto chunk = each.chunk.to_json();
    chunk["samples"] = each.samples;
    chunk["seconds"] = each.seconds;
    json["chunks"].push_back(std::move(chunk));
  }
  for (const slurm::job& job : jobs) {
    json["jobs"].push_back({{"id", job.id}, {"tasks", job.tasks}});
  }
  results_directory::replace(file(), json.dump(2) + "\n");
}

cluster_plan cluster_plan::load(const std::filesystem::path& folder) {
  cluster_plan plan;
  plan.folder = folder;
  std::ifstream file(plan.file());
  if (!file) {
    throw support::user_error(
        fmt::format("'{}' has no cluster.json: it is not the folder of a sweep that was begun with --slurm",
                    folder.string()));
  }
  try {
    const auto json = nlohmann::json::parse(file);
    plan.profile = json.at("profile");
    plan.simulated_on = json.at("simulated_on");
    plan.filter = plan_filter::from_json(json.at("filter"));
    plan.seed = json.at("seed");
    plan.commit = json.at("commit");
    plan.requirements = requirements_from_json(json.at("requirements"));
    plan.tool_command = json.at("tool_command");
    for (const auto& chunk : json.at("chunks")) {
      plan.parts.push_back({chunk::from_json(chunk), chunk.at("samples"), chunk.at("seconds")});
    }
    for (const auto& job : json.at("jobs")) {
      plan.jobs.push_back({job.at("id"), job.at("tasks")});
    }
  } catch (const nlohmann::json::exception& e) {
    throw support::user_error(fmt::format("{} is damaged: {}", plan.file().string(), e.what()));
  }
  return plan;
}

}  // namespace cqs::harness
