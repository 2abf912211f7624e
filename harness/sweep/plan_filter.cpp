#include "harness/sweep/plan_filter.h"

namespace cqs::harness {

nlohmann::ordered_json plan_filter::to_json() const {
  auto values = nlohmann::ordered_json::object();
  for (const parameter& each : point) {
    values[each.name] = each.value;
  }
  return {{"experiments", experiments},
          {"implementations", implementations},
          {"threads", threads},
          {"placements", placements},
          {"processes", processes},
          {"sample_ms", sample_ms},
          {"point", values}};
}

plan_filter plan_filter::from_json(const nlohmann::json& json) {
  plan_filter filter{json.at("experiments"), json.at("implementations"), json.at("threads"),
                     json.at("placements"),  json.at("processes"),       json.at("sample_ms")};
  if (const auto point = json.find("point"); point != json.end()) {  // not in older results
    for (const auto& [name, value] : point->items()) {
      filter.point.push_back({name, value});
    }
  }
  return filter;
}

}  // namespace cqs::harness
