#include "plots/report/answer.h"
#include "support/text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "harness/record/implementation.h"
#include "plots/collect/coordinates.h"
#include "plots/figures/definitions.h"

namespace cqs::plots {

namespace {

/// The parameter that names the primitive of a cell, in experiments with several primitives.
std::string kind_of(const harness::cell& cell) {
  const auto found = std::ranges::find(cell.parameters, "kind", &harness::parameter::name);
  return found == cell.parameters.end() ? "" : found->value;
}

struct contest {
  std::map<std::string, bool> fair;  ///< by implementation

  std::optional<std::string> reference(const std::vector<std::string>& patterns) const {
    for (const std::string& pattern : patterns) {
      for (const auto& [name, is_fair] : fair) {
        if (harness::is_ours(name) && support::matches(pattern, name)) {
          return name;
        }
      }
    }
    return std::nullopt;
  }
};

std::map<std::pair<std::string, std::string>, contest> contests_of(const harness::results& results) {
  std::map<std::pair<std::string, std::string>, contest> all;
  for (const auto& [name, group] : results.groups()) {
    if (harness::is_primitive(group.cell.implementation)) {
      all[{group.cell.experiment, kind_of(group.cell)}].fair[group.cell.implementation] =
          group.rows.front()->fair;
    }
  }
  return all;
}

/// Returns the patterns of the experiment's first figure; without a figure, all of ours.
std::vector<std::string> patterns_of(const std::string& experiment) {
  const auto& figures = declared_figures();
  const auto found = std::ranges::find(figures, experiment, &figure_definition::experiment);
  auto patterns = found == figures.end() ? std::vector<std::string>{} : found->series;
  patterns.emplace_back("cqs.*");
  return patterns;
}

}  // namespace

const verdict::peer* verdict::fastest_as_fair() const {
  const auto found = std::ranges::find_if(peers, [this](const peer& r) { return r.fair || !ours_is_fair; });
  return found == peers.end() ? nullptr : &*found;
}

std::vector<verdict> verdicts(const harness::results& results) {
  std::vector<verdict> all;
  for (const auto& [key, contest] : contests_of(results)) {
    const auto& [experiment, kind] = key;
    const auto ours = contest.reference(patterns_of(experiment));
    if (!ours) {
      continue;
    }
    verdict v{
        kind.empty() ? experiment : experiment + ", " + kind, experiment, *ours, contest.fair.at(*ours), {}};
    for (const auto& [name, fair] : contest.fair) {
      if (harness::is_ours(name)) {
        continue;
      }
      const auto of_this_kind = [&kind = kind](const harness::cell& cell) { return kind_of(cell) == kind; };
      if (auto times = harness::ratio_of(results, experiment, *ours, name, of_this_kind)) {
        v.peers.push_back({name, fair, std::move(*times)});
      }
    }
    if (!v.peers.empty()) {
      std::ranges::sort(v.peers, {}, [](const auto& r) { return r.times.mean; });
      all.push_back(std::move(v));
    }
  }
  return all;
}

}  // namespace cqs::plots
