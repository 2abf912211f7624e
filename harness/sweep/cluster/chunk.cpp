#include "harness/sweep/cluster/chunk.h"

#include <algorithm>
#include <functional>
#include <ranges>

#include <fmt/format.h>

namespace cqs::harness {

namespace {

chunk chunk_with(const planned_sample& sample, const experiment& of, chunking how) {
  chunk result{sample.cell.experiment, {}};
  if (!sample.skipped()) {
    for (const axis& a : of.axes) {
      result.point.push_back({a.name, sample.cell.value(a.name)});
    }
  }
  if (how == chunking::by_implementation) {
    result.implementation = sample.cell.implementation;
  }
  return result;
}

}  // namespace

std::string chunk::name() const {
  std::string text = experiment;
  if (!implementation.empty()) {
    text += "/impl:" + implementation;
  }
  for (const parameter& each : point) {
    text += fmt::format("/{}:{}", each.name, each.value);
  }
  return text;
}

plan_filter chunk::narrow(plan_filter filter) const {
  filter.experiments = {experiment};
  filter.point = point;
  if (!implementation.empty()) {
    filter.implementations = {implementation};
  }
  return filter;
}

bool chunk::contains(const planned_sample& sample) const {
  return sample.cell.experiment == experiment &&
         (implementation.empty() || sample.cell.implementation == implementation) &&
         (sample.skipped() || std::ranges::all_of(point, [&](const parameter& each) {
            return sample.cell.value(each.name) == each.value;
          }));
}

nlohmann::ordered_json chunk::to_json() const {
  auto values = nlohmann::ordered_json::object();
  for (const parameter& each : point) {
    values[each.name] = each.value;
  }
  return {{"experiment", experiment}, {"point", values}, {"implementation", implementation}};
}

chunk chunk::from_json(const nlohmann::json& json) {
  chunk result{json.at("experiment"), {}, json.at("implementation")};
  for (const auto& [name, value] : json.at("point").items()) {
    result.point.push_back({name, value});
  }
  return result;
}

std::vector<chunk> chunks_of(const std::vector<planned_sample>& plan,
                             const std::vector<experiment>& experiments, chunking how) {
  std::vector<chunk> chunks;
  const auto cover = [&](const planned_sample& sample) {
    if (std::ranges::none_of(chunks, [&](const chunk& each) { return each.contains(sample); })) {
      chunks.push_back(chunk_with(sample, find_experiment(experiments, sample.cell.experiment), how));
    }
  };
  // Skipped samples make a chunk only where no measured sample has made one.
  std::ranges::for_each(plan | std::views::filter(std::not_fn(&planned_sample::skipped)), cover);
  std::ranges::for_each(plan | std::views::filter(&planned_sample::skipped), cover);
  return chunks;
}

}  // namespace cqs::harness
