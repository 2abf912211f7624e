#include "harness/analysis/paper_claims.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/analysis/claim.h"
#include "harness/analysis/pair_ratio.h"
#include "support/text.h"

namespace cqs::harness {

namespace {

std::string line(const claim& c, const std::string& peer, const pair_ratio& r) {
  const bool mean = c.take == claim::statistic::mean;
  const double ratio = mean ? r.mean : r.greatest().ratio;
  const interval& bounds = mean ? r.bounds : r.greatest().bounds;
  const std::string where =
      mean ? fmt::format("mean of {} cells", r.points.size()) : fmt::format("`{}`", r.greatest().ours.name());
  const bool agrees = c.agreeing.low <= ratio && ratio <= c.agreeing.high;
  return fmt::format("| {} | {} | `{}` | {:.2f} [{:.2f}, {:.2f}] | {} | {} |\n", c.text, c.paper, peer, ratio,
                     bounds.low, bounds.high, agrees ? "yes" : "no", where);
}

}  // namespace

std::string paper_claims(const results& results) {
  std::string text =
      "| claim: peer's time / ours | paper | peer | here | agrees | where |\n"
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
        lines += line(c, peer, *r);
      }
    }
    text += lines.empty() ? fmt::format("| {} | {} | - | not measured | - | - |\n", c.text, c.paper) : lines;
  }
  return text;
}

}  // namespace cqs::harness
