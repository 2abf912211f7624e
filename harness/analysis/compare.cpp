#include "harness/analysis/compare.h"
#include "support/text.h"

#include <algorithm>

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
  if (line.p >= settings.alpha) {
    return comparison::verdict::same;
  }
  if (line.ratio > 1 + settings.least_change) {
    return comparison::verdict::slower;
  }
  return line.ratio < 1 - settings.least_change ? comparison::verdict::faster : comparison::verdict::same;
}

}  // namespace

comparison::comparison(const results& a, const results& b, const settings& chosen) {
  const auto& id_a = a.fingerprint().at("machine_id");
  const auto& id_b = b.fingerprint().at("machine_id");
  if (id_a != id_b) {
    if (!chosen.force) {
      throw support::user_error(fmt::format(
          "the results are of different machines ({} and {}), whose times say nothing about the code; add "
          "--force to compare them all the same",
          a.fingerprint().at("cpu").at("model").dump(), b.fingerprint().at("cpu").at("model").dump()));
    }
    _notes.emplace_back("the results are of different machines");
  }
  std::vector<double> p_values;
  double least_p = 1;
  std::size_t only_in_one = 0;
  for (const auto& [key, group] : a.groups()) {
    const auto other = b.groups().find(key);
    if (!wanted(group.cell, chosen)) {
      continue;
    }
    if (other == b.groups().end()) {
      ++only_in_one;
      continue;
    }
    const auto before = group.times();
    const auto after = other->second.times();
    p_values.push_back(mann_whitney(before, after));
    least_p = std::min(least_p, least_mann_whitney(before.size(), after.size()));
    _order.add(group.cell, group.placement, bootstrap_median(before), bootstrap_median(after));
    _lines.push_back({key, median(after) / median(before), bootstrap_ratio(after, before), 1, verdict::same});
  }
  if (_lines.empty()) {
    throw support::user_error("the results have no cell in common, with these filters");
  }
  const auto corrected = holm(p_values);
  for (std::size_t i = 0; i < _lines.size(); ++i) {
    _lines[i].p = corrected[i];
    _lines[i].verdict = judge(_lines[i], chosen);
  }
  if (only_in_one > 0) {
    _notes.push_back(fmt::format("{} cells of A are not in B", only_in_one));
  }
  if (least_p * static_cast<double>(_lines.size()) >= chosen.alpha) {
    _notes.push_back(
        fmt::format("with so few samples a cell and {} cells compared at once, no single change can be "
                    "significant: take more samples "
                    "(sweep --processes) or compare fewer cells (--experiment, --impl)",
                    _lines.size()));
  }
}

std::size_t comparison::count(verdict which) const {
  return static_cast<std::size_t>(std::ranges::count(_lines, which, &line::verdict));
}

std::string comparison::text() const {
  std::size_t width = 4;
  for (const line& l : _lines) {
    width = std::max(width, l.cell.size());
  }
  std::string text =
      fmt::format("{:<{}}  {:>7}  {:>18}  {:>8}\n", "cell", width, "B / A", "95 %", "p (Holm)");
  for (const line& l : _lines) {
    const char* const word = l.verdict == verdict::slower   ? "  slower"
                             : l.verdict == verdict::faster ? "  faster"
                                                            : "";
    text += fmt::format("{:<{}}  {:>7.3f}  {:>18}  {:>8.4f}{}\n", l.cell, width, l.ratio,
                        fmt::format("[{:.3f}, {:.3f}]", l.bounds.low, l.bounds.high), l.p, word);
  }
  text += fmt::format("{} cells: {} slower, {} faster, {} alike\n", _lines.size(), count(verdict::slower),
                      count(verdict::faster), count(verdict::same));
  text += fmt::format("of {} pairs of implementations that both tell apart, {} stand in the same order\n",
                      _order.pairs(), _order.kept());
  for (const auto& note : _notes) {
    text += "note: " + note + "\n";
  }
  return text;
}

}  // namespace cqs::harness
