#include "harness/sweep/cluster/merge.h"

#include <algorithm>
#include <map>
#include <set>

#include "harness/analysis/summary.h"
#include "harness/record/results.h"
#include "harness/record/results_directory.h"

namespace cqs::harness {

namespace {

/// What machines of one fingerprint have taken.
struct collection {
  nlohmann::ordered_json machine;
  std::string rows;
  std::set<std::string> skipped;  ///< keys; every chunk of an experiment reports these

  void add(const results& part) {
    auto described = nlohmann::ordered_json::parse(part.fingerprint().dump());
    if (machine.is_null()) {
      machine = described;
    } else {
      for (const auto& run : described.at("runs")) {
        machine["runs"].push_back(run);
      }
      machine["sweep"]["samples"] = machine.at("sweep").at("samples").get<std::size_t>() +
                                    described.at("sweep").at("samples").get<std::size_t>();
    }
    std::size_t repeated = 0;
    for (const row& each : part.rows()) {
      if (each.status == status::skipped && !skipped.insert(each.key()).second) {
        ++repeated;
      } else {
        rows += each.to_json().dump() + "\n";
      }
    }
    machine["sweep"]["samples"] = machine.at("sweep").at("samples").get<std::size_t>() - repeated;
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
