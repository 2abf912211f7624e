#include "plots/report/cell_table.h"

#include <cmath>
#include <map>
#include <string>

#include "harness/analysis/estimate.h"
#include "plots/collect/coordinates.h"

namespace cqs::plots {

namespace {

using json = nlohmann::ordered_json;

struct column {
  const char* title;
  const char* measure;
};
constexpr column measured[] = {
    {"wait p50", "wait_p50_ns"},
    {"wait p99.9", "wait_p999_ns"},
    {"abort p50", "abort_p50_ns"},
    {"Jain", "jain"},
    {"FIFO violations", "fifo_violations"},
    {"overtakings", "overtakings"},
    {"peak kB", "peak_rss_kb"},
};

/// The samples of one cell with the same status.
struct group {
  const source* from = nullptr;
  const harness::row* example = nullptr;
  std::map<std::string, std::vector<double>> values;
  std::size_t samples = 0;
};

/// Rounds to four digits, more than any interval supports; null if it was not measured.
json rounded(double value) {
  if (!std::isfinite(value) || value == 0) {
    return std::isfinite(value) ? json(0) : json(nullptr);
  }
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 3);
  return unit >= 1 ? json(std::round(value / unit) * unit)
                   : json(std::round(value / unit) / std::round(1 / unit));
}

std::map<std::string, group> grouped(const std::vector<source>& sources) {
  std::map<std::string, group> groups;
  for (const source& from : sources) {
    for (const harness::row& row : from.results.rows()) {
      const std::string key = row.cell.key(row.placement) + " " + from.label + " " +
                              std::string(to_string(row.status)) + row.reason + row.simulated_on +
                              (row.disturbed.empty() ? "" : " disturbed");
      group& g = groups[key];
      g.from = &from;
      g.example = &row;
      ++g.samples;
      for (const auto& [name, value] : row.measures) {
        g.values[name].push_back(value);
      }
    }
  }
  return groups;
}

json row_of(const group& g) {
  const harness::row& row = *g.example;
  std::string parameters;
  for (const auto& [name, value] : row.cell.parameters) {
    parameters += (parameters.empty() ? "" : " ") + name + ":" + value;
  }
  const auto values = [&g](const char* measure) {
    const auto found = g.values.find(measure);
    return found == g.values.end() ? std::vector<double>{} : found->second;
  };
  const auto times = values("ns_per_op");
  const auto time = harness::estimate::of(times);
  std::string status(to_string(row.status));
  if (!row.disturbed.empty()) {
    status += ", disturbed";
  }
  if (row.simulated()) {
    status += ", simulated on " + row.simulated_on;
  }
  json cells{g.from->label, row.cell.experiment, row.cell.implementation, parameters, row.cell.threads};
  cells.push_back(rounded(time.median));
  cells.push_back(time.bounds ? rounded(time.bounds->low) : json(nullptr));
  cells.push_back(time.bounds ? rounded(time.bounds->high) : json(nullptr));
  cells.push_back(time.has_modes() ? json(to_string(time.modes)) : json(nullptr));
  for (const column& c : measured) {
    cells.push_back(rounded(harness::median(values(c.measure))));
  }
  cells.push_back(g.samples);
  cells.push_back(row.placement);
  cells.push_back(row.reason.empty() ? status : status + ": " + row.reason);
  return cells;
}

}  // namespace

nlohmann::ordered_json cell_table(const std::vector<source>& sources) {
  json columns = json::array();
  const auto add = [&columns](const char* title, bool number) {
    columns.push_back(json{{"title", title}, {"number", number}});
  };
  for (const char* title : {"results", "experiment", "implementation", "parameters"}) {
    add(title, false);
  }
  for (const char* title : {"threads", "ns/op", "low", "high"}) {
    add(title, true);
  }
  add("modes (share)", false);
  for (const column& c : measured) {
    add(c.title, true);
  }
  add("samples", true);
  add("placement", false);
  add("status", false);
  json rows = json::array();
  for (const auto& [key, g] : grouped(sources)) {
    rows.push_back(row_of(g));
  }
  return {{"columns", columns}, {"rows", rows}};
}

}  // namespace cqs::plots
