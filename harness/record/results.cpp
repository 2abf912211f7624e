#include "harness/record/results.h"

#include <algorithm>
#include <cmath>
#include <fstream>

#include <fmt/format.h>

#include "harness/record/results_file.h"
#include "support/error.h"

namespace cqs::harness {

std::vector<double> results::group::values(const std::string& measure) const {
  std::vector<double> all;
  for (const row* r : rows) {
    if (const double value = r->measure(measure); std::isfinite(value)) {
      all.push_back(value);
    }
  }
  return all;
}

results::results(std::vector<row> rows, nlohmann::json fingerprint)
    : _rows(std::move(rows)), _fingerprint(std::move(fingerprint)) {
  std::map<std::string, std::vector<const row*>> disturbed;
  for (const row& r : _rows) {
    if (r.status != status::ok) {
      continue;
    }
    const std::string key = r.cell.key(r.placement);
    group& g = _groups[key];
    g.cell = r.cell;
    g.placement = r.placement;
    (r.disturbed.empty() ? g.rows : disturbed[key]).push_back(&r);
  }
  for (auto& [key, others] : disturbed) {
    if (group& g = _groups.at(key); g.rows.empty()) {
      g.rows = std::move(others);
      g.disturbed = true;
    }
  }
}

results results::read(const std::filesystem::path& directory) {
  std::ifstream file(directory / "machine.json");
  if (!file) {
    throw support::user_error(
        fmt::format("'{}' is not a directory of results: it has no machine.json", directory.string()));
  }
  auto machine = nlohmann::json::parse(file, nullptr, false);
  if (machine.is_discarded() || !machine.is_object() || !machine.contains("machine_id")) {
    throw support::user_error(fmt::format("{} is damaged", (directory / "machine.json").string()));
  }
  auto content = results_file::read(directory / "results.jsonl");
  results result(std::move(content.rows), std::move(machine));
  result._truncated_bytes = content.truncated_bytes;
  return result;
}

std::string results::simulated_on() const {
  const auto sweep = _fingerprint.find("sweep");
  if (sweep == _fingerprint.end()) {
    return "";
  }
  return sweep->value("simulated_on", sweep->value("machine", ""));  // its name in schema 1
}

std::size_t results::count_disturbed() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      _rows, [](const row& r) { return r.status == status::ok && !r.disturbed.empty(); }));
}

std::size_t results::count(harness::status status) const {
  return static_cast<std::size_t>(std::ranges::count(_rows, status, &row::status));
}

}  // namespace cqs::harness
