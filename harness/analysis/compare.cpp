#include "harness/analysis/compare.h"
#include "support/text.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "support/error.h"

namespace cqs::harness {

namespace {

bool wanted(const cell& c, const comparison::settings& s) {
  const auto any = [](const auto& list, auto test) {
    return list.empty() || std::ranges::any_of(list, test);
  };
  return any(s.experiments, [&](const auto& name) { return name == c.experiment; }) &&
         any(s.implementations,
             [&](const auto& pattern) { return support::matches(pattern, c.implementation); });
}

comparison::verdict judge(const comparison::line& line, const comparison::settings& settings) {
  if (line.q >= settings.alpha) {
    return comparison::verdict::same;
  }
  if (line.ratio > 1 + settings.least_change) {
    return comparison::verdict::slower;
  }
  return line.ratio < 1 - settings.least_change ? comparison::verdict::faster : comparison::verdict::same;
}

std::string modes_text(const comparison::line& line) {
  std::string text;
  for (const auto& [name, side] : {std::pair{"A", &line.a}, {"B", &line.b}}) {
    if (side->has_modes()) {
      text += fmt::format("    {} modes in {}: {} ns; the median stands for neither\n", side->modes.size(),
                          name, to_string(side->modes));
    }
  }
  return text;
}

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::optional<bool> comparison::line::repeats() const {
  return bounds ? std::optional(bounds->low <= 1 && 1 <= bounds->high) : std::nullopt;
}

comparison::comparison(const results& a, const results& b, const settings& chosen) {
  note_machines(a, b, chosen.force);
  std::vector<paired_samples> samples;
  std::size_t only_in_one = 0;
  std::size_t disturbed = 0;
  for (const auto& [key, group] : a.groups()) {
    const auto other = b.groups().find(key);
    if (!wanted(group.cell, chosen)) {
      continue;
    }
    if (other == b.groups().end()) {
      ++only_in_one;
      continue;
    }
    paired_samples pair{other->second.times(), group.times()};
    const auto before = estimate::of(group);
    const auto after = estimate::of(other->second);
    if (group.disturbed || other->second.disturbed) {
      ++disturbed;
      pair = {};  // no verdict on it
    }
    if (before.bounds && after.bounds) {
      _order.add(group.cell, group.placement, *before.bounds, *after.bounds);
    }
    _lines.push_back({group.cell.experiment, key, after.median / before.median,
                      ratio_interval(pair.numerator, pair.denominator), before, after});
    samples.push_back(std::move(pair));
  }
  if (_lines.empty()) {
    throw support::user_error("the results have no cell in common, with these filters");
  }
  judge_changes(samples, chosen);
  if (only_in_one > 0) {
    _notes.push_back(fmt::format("{} cells of A are not in B", only_in_one));
  }
  if (disturbed > 0) {
    _notes.push_back(fmt::format(
        "{} cells have disturbed samples only, and no verdict: measure again on a quiet machine", disturbed));
  }
}

void comparison::note_machines(const results& a, const results& b, bool force) {
  if (a.fingerprint().at("machine_id") != b.fingerprint().at("machine_id")) {
    if (!force) {
      throw support::user_error(fmt::format(
          "the results are of different machines ({} and {}), whose times say nothing about the code; add "
          "--force to compare them all the same",
          a.fingerprint().at("cpu").at("model").dump(), b.fingerprint().at("cpu").at("model").dump()));
    }
    _notes.emplace_back("the results are of different machines");
  }
  _of_one_commit = a.fingerprint().at("build").at("commit") == b.fingerprint().at("build").at("commit");
}

void comparison::judge_changes(const std::vector<paired_samples>& samples, const settings& chosen) {
  std::size_t too_few = 0;
  for (auto begin = _lines.begin(); begin != _lines.end();) {  // the cells of an experiment are together
    const auto end =
        std::find_if(begin, _lines.end(), [&](const line& l) { return l.experiment != begin->experiment; });
    const auto first = static_cast<std::size_t>(begin - _lines.begin());
    const std::span own(samples.data() + first, static_cast<std::size_t>(end - begin));
    const auto q = benjamini_hochberg(pooled_permutation_p(own, chosen.alpha));
    for (std::size_t i = 0; i < q.size(); ++i) {
      line& l = _lines[first + i];
      l.q = q[i];
      l.verdict = judge(l, chosen);
      too_few +=
          least_permutation_p(own[i].numerator.size(), own[i].denominator.size()) >= chosen.alpha ? 1U : 0U;
    }
    begin = end;
  }
  if (too_few > 0) {
    _notes.push_back(fmt::format(
        "{} of {} cells have so few samples that no single change can be significant: take more samples "
        "(sweep --processes)",
        too_few, _lines.size()));
  }
}

std::size_t comparison::count(verdict which) const {
  return static_cast<std::size_t>(std::ranges::count(_lines, which, &line::verdict));
}

comparison::replication comparison::replicated() const {
  replication result;
  for (const line& l : _lines) {
    if (const auto repeats = l.repeats()) {
      ++result.cells;
      result.repeated += *repeats ? 1U : 0U;
      result.within_a += l.a.bounds->low <= l.b.median && l.b.median <= l.a.bounds->high ? 1U : 0U;
    }
  }
  return result;
}

std::string comparison::replication_text() const {
  const auto [cells, repeated, within_a] = replicated();
  if (cells == 0) {
    return fmt::format("replication: no cell has {} samples in both, so that none has an interval\n",
                       least_samples_of_interval);
  }
  return fmt::format(
      "replication: of {} cells with an interval, {} ({:.0f} %) repeat within it: the interval of B / A "
      "holds 1\n"
      "             in {} ({:.0f} %) the median of B is in the interval of A\n",
      cells, repeated, percent(repeated, cells), within_a, percent(within_a, cells));
}

std::string comparison::text() const {
  std::size_t width = 4;
  for (const line& l : _lines) {
    width = std::max(width, l.cell.size());
  }
  std::string text = fmt::format("{:<{}}  {:>7}  {:>18}  {:>8}\n", "cell", width, "B / A", "95 %", "q");
  for (const line& l : _lines) {
    const char* const word = l.verdict == verdict::slower   ? "  slower"
                             : l.verdict == verdict::faster ? "  faster"
                                                            : "";
    text += fmt::format("{:<{}}  {:>7.3f}  {:>18}  {:>8.4f}{}\n", l.cell, width, l.ratio,
                        to_string(l.bounds, 3), l.q, word);
    text += modes_text(l);
  }
  text += fmt::format(
      "{} cells: {} slower, {} faster, {} alike; q is the false discovery rate in the experiment\n",
      _lines.size(), count(verdict::slower), count(verdict::faster), count(verdict::same));
  text += fmt::format("of {} pairs of implementations that both tell apart, {} stand in the same order\n",
                      _order.pairs(), _order.kept());
  if (_of_one_commit) {
    text += replication_text();
  }
  for (const auto& note : _notes) {
    text += "note: " + note + "\n";
  }
  return text;
}

}  // namespace cqs::harness
