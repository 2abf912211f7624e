#include "harness/cluster/merge.h"

#include <algorithm>
#include <map>

#include "harness/results.h"
#include "harness/results_directory.h"
#include "harness/summary.h"

namespace cqs::harness {

namespace {

/// What machines of one fingerprint have taken.
struct collection {
  nlohmann::ordered_json machine;
  std::string rows;

  void add(const results& part) {
    auto described = nlohmann::ordered_json::parse(part.machine().dump());
    if (machine.is_null()) {
      machine = described;
    } else {
      for (const auto& run : described.at("runs")) {
        machine["runs"].push_back(run);
      }
      machine["sweep"]["samples"] = machine.at("sweep").at("samples").get<std::size_t>() +
                                    described.at("sweep").at("samples").get<std::size_t>();
    }
    for (const row& each : part.rows()) {
      rows += each.to_json().dump() + "\n";
    }
  }
};

}  // namespace

std::vector<std::filesystem::path> results_of_chunk(const cluster_plan& plan, std::size_t number) {
  std::vector<std::filesystem::path> found;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(plan.of_chunk(number), error)) {
    if (std::filesystem::exists(entry.path() / "machine.json") &&
        std::filesystem::exists(entry.path() / "results.jsonl")) {
      found.push_back(entry.path());
    }
  }
  std::ranges::sort(found);
  return found;
}

std::vector<std::filesystem::path> merge(const cluster_plan& plan) {
  std::map<std::string, collection> machines;
  for (std::size_t number = 0; number < plan.parts.size(); ++number) {
    for (const auto& part : results_of_chunk(plan, number)) {
      machines[part.filename().string()].add(results::read(part));
    }
  }
  std::vector<std::filesystem::path> merged;
  for (auto& [name, all] : machines) {
    all.machine["sweep"]["filter"] = plan.filter.to_json();
    const results_directory directory(plan.machines() / name);
    results_directory::replace(directory.rows(), all.rows);
    results_directory::replace(directory.machine(), all.machine.dump(2) + "\n");
    results_directory::replace(directory.summary(), summarise(results::read(directory.path())));
    merged.push_back(directory.path());
  }
  return merged;
}

}  // namespace cqs::harness
