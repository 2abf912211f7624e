#include "harness/record/sample_json.h"

#include <cmath>

namespace cqs::harness {

nlohmann::ordered_json to_json(const sample& sample) {
  nlohmann::ordered_json json;
  json["failure"] = sample.failure;
  json["skipped"] = sample.skipped;
  json["measures"] = nlohmann::ordered_json::object();
  if (sample.ns_per_op > 0) {
    json["measures"]["ns_per_op"] = sample.ns_per_op;
  }
  for (const auto& [name, value] : sample.measures) {
    if (std::isfinite(value)) {
      json["measures"][name] = value;
    }
  }
  json["runtime"] = sample.runtime;
  json["wait_histogram"] = nlohmann::ordered_json::array();
  for (const auto& [from, to, count] : sample.wait_histogram.buckets()) {
    json["wait_histogram"].push_back({from, to, count});
  }
  json["lines"] = to_json(sample.lines);
  return json;
}

void take_over(row& row, const nlohmann::json& sample) {
  const std::string failure = sample.at("failure");
  const std::string skipped = sample.at("skipped");
  row.status = !failure.empty() ? status::failed : !skipped.empty() ? status::skipped : status::ok;
  row.reason = failure.empty() ? skipped : failure;
  row.measures = sample.at("measures").get<std::map<std::string, double>>();
  row.runtime = sample.at("runtime").get<std::map<std::string, std::string>>();
  for (const auto& bucket : sample.at("wait_histogram")) {
    row.wait_histogram.push_back({bucket.at(0), bucket.at(1), bucket.at(2)});
  }
  row.lines = lines_from_json(sample);
}

}  // namespace cqs::harness
