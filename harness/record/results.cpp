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
  for (const row& r : _rows) {
    if (r.status == status::ok) {
      group& g = _groups[r.cell.key(r.placement)];
      g.cell = r.cell;
      g.placement = r.placement;
      g.rows.push_back(&r);
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

std::size_t results::count(harness::status status) const {
  return static_cast<std::size_t>(std::ranges::count(_rows, status, &row::status));
}

}  // namespace cqs::harness
