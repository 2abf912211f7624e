#include "plots/collect/collect_bottlenecks.h"
#include "support/text.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/analysis/bottlenecks.h"
#include "plots/collect/coordinates.h"

namespace cqs::plots {

namespace {

const measure transfers{"lines", "remote transfers of the line per operation", unit::count, false};

/// Accesses of one kind to one line, from any place in the source.
std::vector<figure::series> lines_of(const harness::row& row) {
  constexpr std::size_t shown = 6;
  std::vector<figure::series> all;
  for (const auto& line : row.lines) {
    const std::string name = line.object + ": " + line.access;
    const auto same = std::ranges::find(all, name, &figure::series::implementation);
    if (same != all.end()) {
      same->points.front().y += line.transfers_per_op;
    } else {
      all.push_back({name, row.fair, "", {{0, line.transfers_per_op}}});
    }
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, [](const auto& s) { return s.points.front().y; });
  all.resize(std::min(all.size(), shown));
  return all;
}

}  // namespace

std::vector<figure> collect_bottlenecks(const figure_definition& definition,
                                        const std::vector<source>& sources) {
  figure result{.name = definition.name,
                .title = definition.title,
                .experiment = definition.experiment,
                .shape = shape::dots,
                .x = definition.x,
                .least_samples = 1};
  for (const source& from : sources) {
    for (const std::string& pattern : definition.series) {
      for (const harness::row* row : harness::largest_simulated(from.results)) {
        if (row->cell.experiment != definition.experiment ||
            !support::matches(pattern, row->cell.implementation)) {
          continue;
        }
        std::string title = (sources.size() > 1 ? from.label + ", " : "") + row->cell.implementation;
        if (std::ranges::find(result.panels, title, &figure::panel::title) != result.panels.end()) {
          continue;  // already taken by an earlier pattern
        }
        result.simulated_on = row->simulated_on;
        // The first cell with the most threads: the same one for all implementations.
        result.fixed = to_string(coordinates_of(*row));
        result.panels.push_back({.row = result.panels.size(),
                                 .title = std::move(title),
                                 .y = transfers,
                                 .series = lines_of(*row)});
      }
    }
  }
  return result.panels.empty() ? std::vector<figure>{} : std::vector{result};
}

}  // namespace cqs::plots
