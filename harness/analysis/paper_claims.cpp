#include "harness/analysis/paper_claims.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

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

claim_finding finding_of(const claim& c, const pair_ratio& r, unsigned processors) {
  const bool mean = c.take == claim::statistic::mean;
  const bool least = c.take == claim::statistic::least;
  const auto& point = least ? r.least() : r.greatest();
  const double ratio = mean ? r.mean : point.ratio;
  const auto& bounds = mean ? r.bounds : least ? r.least_bounds : r.greatest_bounds;
  const bool with_modes = mean ? r.with_modes() > 0 : point.has_modes;
  return {ratio_text(ratio, bounds) + (with_modes ? " †" : ""),
          c.verdict(ratio, bounds, r.simulated, processors),
          mean ? fmt::format("mean of {} cells", r.points.size())
               : fmt::format("`{}`, of {} cells", point.ours.name(), r.points.size())};
}

/// By peer, of those that the claim names and the results have.
std::map<std::string, claim_finding> findings_of(const claim& c, const results& results) {
  std::map<std::string, claim_finding> all;
  for (const std::string& peer : implementations_of(results, c.experiment)) {
    if (!std::ranges::any_of(c.peers, [&](const auto& pattern) { return support::matches(pattern, peer); })) {
      continue;
    }
    const auto included = [&c](const cell& cell) { return c.includes(cell); };
    if (const auto r = ratio_of(results, c.experiment, c.ours, peer, included)) {
      all.emplace(peer, finding_of(c, *r, hardware_threads(results)));
    }
  }
  return all;
}

std::string quoted(const claim& c) {
  return c.quote.empty() ? c.text : fmt::format("{}: “{}”", c.text, c.quote);
}

}  // namespace

std::string paper_claims(const results& results) {
  std::string text =
      "| claim: peer's time / ours | paper | peer | here | verdict | where |\n"
      "|---|---|---|---|---|---|\n";
  for (const claim& c : claim::of_paper()) {
    std::string lines;
    for (const auto& [peer, found] : findings_of(c, results)) {
      lines += fmt::format("| {} | {} | `{}` | {} | {} | {} |\n", c.text, in_the_paper(c), peer, found.ratio,
                           found.verdict, found.where);
    }
    text += lines.empty() ? fmt::format("| {} | {} | - | not measured | - | - |\n", c.text, in_the_paper(c))
                          : lines;
  }
  return text;
}

std::string claim_comparison::paper() const {
  return in_the_paper(*claim);
}

std::vector<claim_comparison> compare_claims(const results& simulated, const results& measured) {
  std::vector<claim_comparison> all;
  for (const claim& c : claim::of_paper()) {
    const auto there = findings_of(c, simulated);
    const auto here = findings_of(c, measured);
    const auto finding = [](const auto& found, const std::string& peer) {
      const auto at = found.find(peer);
      return at == found.end() ? std::nullopt : std::optional(at->second);
    };
    std::set<std::string> peers;
    for (const auto* each : {&there, &here}) {
      for (const auto& [peer, found] : *each) {
        peers.insert(peer);
      }
    }
    if (peers.empty()) {
      all.push_back({&c, "", std::nullopt, std::nullopt});
    }
    for (const std::string& peer : peers) {
      all.push_back({&c, peer, finding(there, peer), finding(here, peer)});
    }
  }
  return all;
}

std::string paper_claims(const results& simulated, const results& measured) {
  std::string text = fmt::format(
      "| claim: peer's time / ours | paper | peer | simulated on {} | measured on {} processors | verdict: "
      "simulated | "
      "verdict: measured |\n|---|---|---|---|---|---|---|\n",
      simulated.simulated_on(), hardware_threads(measured));
  for (const claim_comparison& c : compare_claims(simulated, measured)) {
    const claim_finding none{"-", "-", ""};
    const auto s = c.simulated.value_or(c.peer.empty() ? claim_finding{"-", "not simulated", ""} : none);
    const auto m = c.measured.value_or(c.peer.empty() ? claim_finding{"-", "not measured", ""} : none);
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", quoted(*c.claim), c.paper(),
                        c.peer.empty() ? "-" : "`" + c.peer + "`", s.ratio, m.ratio, s.verdict, m.verdict);
  }
  return text;
}

}  // namespace cqs::harness
