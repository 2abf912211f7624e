#include "harness/analysis/bottlenecks.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace cqs::harness {

std::vector<const row*> largest_simulated(const results& results) {
  using key = std::pair<std::string, std::string>;
  std::map<key, const row*> largest;
  for (const row& r : results.rows()) {
    if (r.lines.empty()) {
      continue;
    }
    const row*& best = largest[{r.cell.experiment, r.cell.implementation}];
    // Of those with most threads the first by name, whatever came first in the file.
    const auto rank = [](const row& of) { return std::pair(most_threads - of.cell.threads, of.cell.name()); };
    if (best == nullptr || rank(r) < rank(*best)) {
      best = &r;
    }
  }
  std::vector<const row*> rows;
  for (const auto& [name, r] : largest) {
    rows.push_back(r);
  }
  return rows;
}

std::string bottlenecks(const results& results) {
  constexpr std::size_t shown = 4;
  std::string text;
  for (const row* r : largest_simulated(results)) {
    for (std::size_t i = 0; i < std::min(shown, r->lines.size()); ++i) {
      const auto& l = r->lines[i];
      text += fmt::format("| {} | {} | {} `{}` | {:.2f} | {:.0f} |\n",
                          i == 0 ? fmt::format("`{}`", r->cell.name()) : std::string(), l.object, l.access,
                          l.site, l.transfers_per_op, l.ns_per_op);
    }
  }
  return text.empty() ? text
                      : "| cell | line | access | remote transfers / op | ns / op waited, all threads |\n"
                        "|---|---|---|---|---|\n" +
                            text;
}

}  // namespace cqs::harness
