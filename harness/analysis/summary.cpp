#include "harness/analysis/summary.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "harness/analysis/bottlenecks.h"
#include "harness/analysis/estimate.h"
#include "harness/analysis/pair_ratio.h"
#include "harness/analysis/paper_claims.h"
#include "harness/analysis/quality.h"
#include "harness/analysis/warnings.h"
#include "harness/record/implementation.h"

namespace cqs::harness {

namespace {

std::string number(double value, int digits = 1) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : "-";
}

/// Peers down, ours across: how many times longer the peer takes.
std::string ratios(const results& results, const std::string& experiment) {
  const auto all = implementations_of(results, experiment);
  std::vector<std::string> ours;
  std::ranges::copy_if(all, std::back_inserter(ours), &is_ours);
  if (ours.empty() || ours.size() == all.size()) {
    return "";
  }
  std::string head = "| peer |";
  std::string rule = "|---|";
  for (const auto& name : ours) {
    head += fmt::format(" `{}` |", name);
    rule += "---|";
  }
  std::string text = head + "\n" + rule + "\n";
  for (const auto& peer : all) {
    if (is_ours(peer)) {
      continue;
    }
    text += fmt::format("| `{}` |", peer);
    for (const auto& name : ours) {
      const auto r = ratio_of(results, experiment, name, peer);
      text += r ? fmt::format(" {}{} |", ratio_text(r->mean, r->bounds), r->with_modes() > 0 ? " †" : "")
                : " - |";
    }
    text += "\n";
  }
  return text;
}

/// The configuration of an experiment that most implementations have in common; of those, the one with most
/// threads.
std::string configuration(const results::group& g) {
  cell c = g.cell;
  c.implementation = "*";
  return c.key(g.placement);
}

/// Of the waits of all samples together; nothing if they have one mode.
std::string wait_modes(const results::group& g) {
  std::vector<histogram::bucket> all;
  for (const row* r : g.rows) {
    all.insert(all.end(), r->wait_histogram.begin(), r->wait_histogram.end());
  }
  const auto modes = modes_of(all);
  return modes.size() > 1 ? to_string(modes) : "";
}

/// Every cell whose samples fall into groups, with all of its samples.
std::string cells_with_modes(const results& results) {
  std::string text;
  std::size_t cells = 0;
  for (const auto& [name, group] : results.groups()) {
    auto times = group.times();
    const auto modes = modes_of(times);
    if (modes.size() < 2) {
      continue;
    }
    ++cells;
    std::ranges::sort(times);
    std::string samples;
    for (const double t : times) {
      samples += (samples.empty() ? "" : ", ") + number(t, t < 100 ? 1 : 0);
    }
    text += fmt::format("| `{}` | {} | {} |\n", name, to_string(modes), samples);
  }
  if (cells == 0) {
    return "";
  }
  return fmt::format(
             "\n## Cells with more than one mode\n\n"
             "The samples of {} of {} cells gather around two values or more (†). Their median stands for "
             "none of "
             "them: it depends on how many processes happened to be in each mode. Do not quote it.\n\n"
             "| cell | ns/op of each mode, and its share of the samples | all samples |\n|---|---|---|\n",
             cells, results.groups().size()) +
         text;
}

std::string closer_look(const results& results, const std::string& experiment) {
  std::map<std::string, std::vector<const results::group*>> configurations;
  for (const auto& [name, group] : results.groups()) {
    if (group.cell.experiment == experiment) {
      configurations[configuration(group)].push_back(&group);
    }
  }
  const auto weight = [](const auto& entry) {
    return std::pair(entry.second.size(), entry.second.front()->cell.threads);
  };
  const auto& [name, groups] = *std::ranges::max_element(configurations, {}, weight);

  double control = std::numeric_limits<double>::quiet_NaN();
  for (const auto* g : groups) {
    if (is_control(g->cell.implementation)) {
      control = median(g->times());
    }
  }
  std::string text = fmt::format(
      "\nA closer look at `{}`:\n\n"
      "| implementation | ns/op | 95 % | over control | wait p50 | wait p99.9 | modes of waits | Jain | FIFO "
      "violations | switches/op |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n",
      name);
  for (const auto* g : groups) {
    const auto time = estimate::of(*g);
    const auto voluntary = median(g->values("voluntary_switches_per_op"));
    const auto involuntary = median(g->values("involuntary_switches_per_op"));
    text += fmt::format(
        "| `{}` | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", g->cell.implementation,
        (time.has_modes() ? to_string(time.modes) + " †" : number(time.median)) + (g->disturbed ? " ‡" : ""),
        to_string(time.bounds, 1), number(time.median - control), number(median(g->values("wait_p50_ns")), 0),
        number(median(g->values("wait_p999_ns")), 0), wait_modes(*g), number(median(g->values("jain")), 3),
        number(quantile(g->values("fifo_violations"), 1), 0), number(voluntary + involuntary, 3));
  }
  return text;
}

std::string troubles(const results& results) {
  std::string text;
  for (const auto& [status, title] :
       {std::pair{status::failed, "Failed"}, {status::timeout, "Timed out"}, {status::skipped, "Skipped"}}) {
    std::set<std::string> lines;
    for (const row& r : results.rows()) {
      if (r.status == status) {
        lines.insert(fmt::format("- `{}`: {}\n", r.cell.name(), r.reason));
      }
    }
    if (!lines.empty()) {
      text += fmt::format("\n## {}\n\n", title);
      for (const auto& line : lines) {
        text += line;
      }
    }
  }
  return text;
}

std::string warnings(const results& results) {
  std::string text = "\n## Warnings\n\n";
  const auto all = warnings_of(results.fingerprint());
  for (const auto& [what, remedy] : all) {
    text += fmt::format("- {}. Remedy: {}.\n", what, remedy);
  }
  return all.empty() ? text + "None.\n" : text;
}

}  // namespace

std::string summarise(const results& results) {
  const auto& machine = results.fingerprint();
  std::string text = fmt::format(
      "# Summary\n\n"
      "{}, {} hardware threads, {}; commit {}. {} samples ok, {} failed, {} timed out, {} skipped.\n\n"
      "A ratio is the peer's time of one operation over ours, geometric mean over the cells that both have, "
      "with its 95 % interval over processes: **above 1, ours is faster**. There is no interval below {} "
      "samples a "
      "cell. † marks cells with more than one mode. Ratios are within this run; absolute times are no "
      "claim.\n\n"
      "## The paper's headline ratios\n\n",
      machine.at("cpu").at("model").get<std::string>(),
      machine.at("topology").at("hardware_threads").get<int>(),
      machine.at("system").at("kernel").get<std::string>(),
      machine.at("build").at("commit").get<std::string>(), results.count(status::ok),
      results.count(status::failed), results.count(status::timeout), results.count(status::skipped),
      least_samples_of_interval);
  text += paper_claims(results);
  if (const auto sentences = quality_of(results); !sentences.empty()) {
    text += "\n## How good the measurement is\n\n";
    for (const auto& sentence : sentences) {
      text += "- " + sentence + ".\n";
    }
  }
  for (const std::string& experiment : experiments_of(results)) {
    text += fmt::format("\n## {}\n\n", experiment) + ratios(results, experiment) +
            closer_look(results, experiment);
  }
  if (const std::string lines = bottlenecks(results); !lines.empty()) {
    text += "\n## Bottlenecks: the lines that travel\n\n" + lines;
  }
  return text + cells_with_modes(results) + troubles(results) + warnings(results);
}

}  // namespace cqs::harness
