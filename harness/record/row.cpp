#include "harness/record/row.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "support/error.h"

namespace cqs::harness {

namespace {

constexpr std::array<std::string_view, 4> status_names{"ok", "failed", "timeout", "skipped"};

status parse_status(const std::string& text) {
  for (std::size_t i = 0; i < status_names.size(); ++i) {
    if (status_names[i] == text) {
      return static_cast<status>(i);
    }
  }
  throw support::user_error(fmt::format("a row has the unknown status '{}'", text));
}

/// A number where it is one, so that readers can sort by it.
nlohmann::ordered_json value_of(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size() && std::to_string(number) == text) {
    return number;
  }
  return text;
}

}  // namespace

std::string_view to_string(status value) noexcept {
  return status_names[static_cast<std::size_t>(value)];
}

std::string sample_key(const cell& cell, std::string_view placement, unsigned process) {
  return fmt::format("{} #{}", cell.key(placement), process);
}

double row::measure(const std::string& name) const {
  const auto found = measures.find(name);
  return found == measures.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
}

std::string row::key() const {
  return sample_key(cell, placement, process);
}

nlohmann::ordered_json row::to_json() const {
  nlohmann::ordered_json json;
  json["schema"] = schema;
  json["cell"] = cell.name();
  json["experiment"] = cell.experiment;
  json["impl"] = cell.implementation;
  json["params"] = nlohmann::ordered_json::object();
  for (const auto& [name, value] : cell.parameters) {
    json["params"][name] = value_of(value);
  }
  json["threads"] = cell.threads;
  json["origin"] = origin;
  json["waits_by"] = waits_by;
  json["fair"] = fair;
  json["placement"] = placement;
  json["cpus"] = cpus;
  json["memory_node"] = memory_node ? nlohmann::ordered_json(*memory_node) : nlohmann::ordered_json(nullptr);
  json["hardware_threads"] = hardware_threads;
  json["oversubscribed"] = oversubscribed();
  json["waiter"] = waiter;
  json["simulated"] = simulated();
  json["simulated_on"] = simulated_on;
  json["process"] = process;
  json["attempt"] = attempt;
  json["disturbed"] = disturbed;
  json["sample_ms"] = sample_ms;
  json["seed"] = seed;
  json["run"] = run;
  json["time"] = time;
  json["commit"] = commit;
  json["status"] = to_string(status);
  json["reason"] = reason;
  json["measures"] = nlohmann::ordered_json::object();
  for (const auto& [name, value] : measures) {
    if (std::isfinite(value)) {
      json["measures"][name] = value;
    }
  }
  if (!runtime.empty()) {
    json["runtime"] = runtime;
  }
  json["wait_histogram"] = nlohmann::ordered_json::array();
  for (const auto& [from, to, count] : wait_histogram) {
    json["wait_histogram"].push_back({from, to, count});
  }
  json["lines"] = harness::to_json(lines);
  return json;
}

nlohmann::ordered_json to_json(const std::vector<sample::line>& lines) {
  auto json = nlohmann::ordered_json::array();
  for (const sample::line& l : lines) {
    json.push_back({{"object", l.object},
                    {"site", l.site},
                    {"access", l.access},
                    {"transfers_per_op", l.transfers_per_op},
                    {"ns_per_op", l.ns_per_op}});
  }
  return json;
}

std::vector<sample::line> lines_from_json(const nlohmann::json& json) {
  std::vector<sample::line> lines;
  for (const auto& l : json.value("lines", nlohmann::json::array())) {
    lines.push_back(
        {l.at("object"), l.at("site"), l.at("access"), l.at("transfers_per_op"), l.at("ns_per_op")});
  }
  return lines;
}

row row::from_json(const nlohmann::json& json) {
  try {
    const int version = json.at("schema").get<int>();
    if (version < 1 || version > schema) {
      throw support::user_error(fmt::format(
          "a row has schema {}, and this tool reads schemas 1 to {}: use the tool of the commit '{}'",
          version, schema, json.value("commit", "unknown")));
    }
    row result;
    result.cell = harness::cell::parse(json.at("cell").get<std::string>());
    result.origin = json.at("origin");
    result.waits_by = json.at(version == 1 ? "waits" : "waits_by");
    result.fair = json.at("fair");
    result.placement = json.at("placement");
    result.cpus = json.at("cpus").get<std::vector<unsigned>>();
    if (!json.at("memory_node").is_null()) {
      result.memory_node = json.at("memory_node").get<unsigned>();
    }
    result.hardware_threads = json.at("hardware_threads");
    result.waiter = json.at("waiter");
    if (version == 1 && result.waiter == "fibre") {
      result.waiter = "fiber";
    }
    result.simulated_on = json.value(version == 1 ? "machine" : "simulated_on", "");
    result.process = json.at("process");
    result.attempt = json.value("attempt", 0U);
    result.disturbed = json.value("disturbed", "");
    result.sample_ms = json.at("sample_ms");
    result.seed = json.at("seed");
    result.run = json.at("run");
    result.time = json.at("time");
    result.commit = json.at("commit");
    result.status = parse_status(json.at("status"));
    result.reason = json.at("reason");
    result.measures = json.at("measures").get<std::map<std::string, double>>();
    result.runtime = json.value("runtime", std::map<std::string, std::string>{});
    for (const auto& bucket : json.at("wait_histogram")) {
      result.wait_histogram.push_back({bucket.at(0), bucket.at(1), bucket.at(2)});
    }
    result.lines = lines_from_json(json);
    return result;
  } catch (const nlohmann::json::exception& e) {
    throw support::user_error(fmt::format("this is not a row of results: {}", e.what()));
  }
}

}  // namespace cqs::harness
