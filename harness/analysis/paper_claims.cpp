#include "harness/analysis/paper_claims.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/analysis/claim.h"
#include "harness/analysis/pair_ratio.h"
#include "support/text.h"

namespace cqs::harness {

namespace {

std::string in_the_paper(const claim& c) {
  return c.introduction.empty() ? c.paper : fmt::format("{} (introduction: {})", c.paper, c.introduction);
}

unsigned hardware_threads(const results& results) {
  return results.rows().empty() ? 0 : results.rows().front().hardware_threads;
}

std::string line(const claim& c, const std::string& peer, const pair_ratio& r, unsigned processors) {
  const bool mean = c.take == claim::statistic::mean;
  const bool least = c.take == claim::statistic::least;
  const auto& point = least ? r.least() : r.greatest();
  const double ratio = mean ? r.mean : point.ratio;
  const auto& bounds = mean ? r.bounds : least ? r.least_bounds : r.greatest_bounds;
  const std::string where = mean ? fmt::format("mean of {} cells", r.points.size())
                                 : fmt::format("`{}`, of {} cells", point.ours.name(), r.points.size());
  const bool with_modes = mean ? r.with_modes() > 0 : point.has_modes;
  return fmt::format("| {} | {} | `{}` | {}{} | {} | {} |\n", c.text, in_the_paper(c), peer,
                     ratio_text(ratio, bounds), with_modes ? " †" : "",
                     c.verdict(ratio, bounds, r.simulated, processors), where);
}

}  // namespace

std::string paper_claims(const results& results) {
  std::string text =
      "| claim: peer's time / ours | paper | peer | here | verdict | where |\n"
      "|---|---|---|---|---|---|\n";
  for (const claim& c : claim::of_paper()) {
    std::string lines;
    for (const std::string& peer : implementations_of(results, c.experiment)) {
      if (!std::ranges::any_of(c.peers,
                               [&](const auto& pattern) { return support::matches(pattern, peer); })) {
        continue;
      }
      const auto included = [&c](const cell& cell) { return c.includes(cell); };
      if (const auto r = ratio_of(results, c.experiment, c.ours, peer, included)) {
        lines += line(c, peer, *r, hardware_threads(results));
      }
    }
    text += lines.empty() ? fmt::format("| {} | {} | - | not measured | - | - |\n", c.text, in_the_paper(c))
                          : lines;
  }
  return text;
}

}  // namespace cqs::harness
