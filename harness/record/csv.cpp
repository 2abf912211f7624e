#include "harness/record/csv.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace cqs::harness {

namespace {

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    return text;
  }
  std::string result = "\"";
  for (const char c : text) {
    result += c == '"' ? "\"\"" : std::string(1, c);
  }
  return result + "\"";
}

struct columns {
  std::set<std::string> parameters;
  std::set<std::string> measures;
};

columns columns_of(const results& results) {
  columns all;
  for (const row& r : results.rows()) {
    for (const auto& [name, value] : r.cell.parameters) {
      all.parameters.insert(name);
    }
    for (const auto& [name, value] : r.measures) {
      all.measures.insert(name);
    }
  }
  return all;
}

const char* truth(bool value) {
  return value ? "true" : "false";
}

std::string line_of(const row& r, const columns& all) {
  std::string line = fmt::format("{},{},{},{}", quoted(r.cell.name()), r.cell.experiment,
                                 r.cell.implementation, r.cell.threads);
  for (const std::string& name : all.parameters) {
    const auto found = std::ranges::find(r.cell.parameters, name, &parameter::name);
    line += fmt::format(",{}", found == r.cell.parameters.end() ? std::string() : quoted(found->value));
  }
  line += fmt::format(",{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}", quoted(r.origin),
                      r.waits_by, truth(r.fair), quoted(r.placement), r.hardware_threads,
                      truth(r.oversubscribed()), r.waiter, truth(r.simulated()), quoted(r.simulated_on),
                      r.process, r.attempt, quoted(r.disturbed), r.sample_ms, r.seed, quoted(r.run), r.time,
                      r.commit, to_string(r.status), quoted(r.reason));
  for (const std::string& name : all.measures) {
    const double value = r.measure(name);
    line += std::isfinite(value) ? fmt::format(",{}", value) : ",";
  }
  return line + "\n";
}

}  // namespace

std::string to_csv(const results& results) {
  const columns all = columns_of(results);
  std::string text = "cell,experiment,impl,threads";
  for (const std::string& name : all.parameters) {
    text += fmt::format(",{}", quoted(name));
  }
  text +=
      ",origin,waits_by,fair,placement,hardware_threads,oversubscribed,waiter,simulated,simulated_on,process,"
      "attempt,"
      "disturbed,sample_ms,seed,run,time,commit,status,reason";
  for (const std::string& name : all.measures) {
    text += fmt::format(",{}", quoted(name));
  }
  text += "\n";
  for (const row& r : results.rows()) {
    text += line_of(r, all);
  }
  return text;
}

}  // namespace cqs::harness
