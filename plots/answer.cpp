#include "plots/answer.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "plots/coordinates.h"
#include "plots/definitions.h"
#include "plots/style.h"

namespace cqs::plots {

namespace {

/// The parameter that tells of which primitive a cell is, in experiments of several.
std::string kind_of(const harness::cell& cell) {
  const auto found = std::ranges::find(cell.parameters, "kind", &harness::parameter::name);
  return found == cell.parameters.end() ? "" : found->value;
}

bool is_ours(const std::string& implementation) {
  return implementation.starts_with("cqs.");
}

struct contest {
  std::map<std::string, bool> fair;  ///< by implementation

  std::optional<std::string> reference(const std::vector<std::string>& patterns) const {
    for (const std::string& pattern : patterns) {
      for (const auto& [name, is_fair] : fair) {
        if (is_ours(name) && harness::matches(pattern, name)) {
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
    if (!is_control(group.cell.implementation)) {
      all[{group.cell.experiment, kind_of(group.cell)}].fair[group.cell.implementation] =
          group.rows.front()->fair;
    }
  }
  return all;
}

/// The patterns of the experiment's first figure, and any of ours for lack of them.
std::vector<std::string> patterns_of(const std::string& experiment) {
  const auto& figures = declared_figures();
  const auto found = std::ranges::find(figures, experiment, &figure_definition::experiment);
  auto patterns = found == figures.end() ? std::vector<std::string>{} : found->series;
  patterns.emplace_back("cqs.*");
  return patterns;
}

}  // namespace

const verdict::rival* verdict::fastest_as_fair() const {
  const auto found = std::ranges::find_if(rivals, [this](const rival& r) { return r.fair || !ours_is_fair; });
  return found == rivals.end() ? nullptr : &*found;
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
      if (is_ours(name)) {
        continue;
      }
      const auto of_this_kind = [&kind = kind](const harness::cell& cell) { return kind_of(cell) == kind; };
      if (auto times = harness::compare_pair(results, experiment, *ours, name, of_this_kind)) {
        v.rivals.push_back({name, fair, std::move(*times)});
      }
    }
    if (!v.rivals.empty()) {
      std::ranges::sort(v.rivals, {}, [](const auto& r) { return r.times.mean; });
      all.push_back(std::move(v));
    }
  }
  return all;
}

}  // namespace cqs::plots
