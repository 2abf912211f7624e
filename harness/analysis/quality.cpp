#include "harness/analysis/quality.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/analysis/estimate.h"

namespace cqs::harness {

namespace {

struct counts {
  std::size_t few_samples = 0;
  std::size_t disturbed = 0;
  std::size_t with_modes = 0;
  std::vector<double> widths = {};  ///< of the intervals, over their medians
};

counts count(const results& results) {
  counts all;
  for (const auto& [key, group] : results.groups()) {
    const auto time = estimate::of(group);
    all.few_samples += group.rows.size() < least_samples_of_interval ? 1U : 0U;
    all.disturbed += group.disturbed ? 1U : 0U;
    all.with_modes += time.has_modes() ? 1U : 0U;
    if (time.bounds) {
      all.widths.push_back((time.bounds->high - time.bounds->low) / time.median);
    }
  }
  return all;
}

std::size_t short_samples(const results& results) {
  return static_cast<std::size_t>(
      std::ranges::count_if(results.rows(), [](const row& r) { return r.measure("few_operations") == 1; }));
}

/// Cells in which fewer waits were aborted than asked for, beyond a tenth of all waits. Who hardly ever
/// waits cannot abort, and a phase of a barrier has at most one abort.
std::size_t calm_storms(const results& results) {
  std::size_t cells = 0;
  for (const auto& [key, group] : results.groups()) {
    const auto reached = group.values("abort_share");
    if (group.cell.experiment == "storm" && !reached.empty()) {
      cells += median(reached) < static_cast<double>(group.cell.number("aborted")) / 100 - 0.1 ? 1U : 0U;
    }
  }
  return cells;
}

}  // namespace

std::vector<std::string> quality_of(const results& results) {
  const auto cells = results.groups().size();
  if (cells == 0) {
    return {};
  }
  const counts all = count(results);
  std::vector<std::string> sentences;
  if (!all.widths.empty()) {
    sentences.push_back(
        fmt::format("{} of {} cells have an interval; its width is {:.0f} % of the median in half of them, "
                    "and below {:.0f} % in nine of "
                    "ten",
                    all.widths.size(), cells, 100 * median(all.widths), 100 * quantile(all.widths, 0.9)));
  }
  if (all.few_samples > 0) {
    sentences.push_back(fmt::format("{} cells have fewer than {} samples, and no interval", all.few_samples,
                                    least_samples_of_interval));
  }
  if (all.with_modes > 0) {
    sentences.push_back(fmt::format("{} cells have more than one mode (†): their median stands for no sample",
                                    all.with_modes));
  }
  if (const auto disturbed = results.count_disturbed(); disturbed > 0) {
    sentences.push_back(fmt::format(
        "{} samples were disturbed by something else on the machine; they are kept and marked, and no median "
        "uses them",
        disturbed));
  }
  if (all.disturbed > 0) {
    sentences.push_back(
        fmt::format("all samples of {} cells were disturbed (‡): their medians are shown for lack of better "
                    "ones, without interval or "
                    "verdict",
                    all.disturbed));
  }
  if (const auto few = short_samples(results); few > 0) {
    sentences.push_back(fmt::format(
        "{} samples have fewer than 1 000 operations a thread, although their windows were stretched", few));
  }
  if (const auto calm = calm_storms(results); calm > 0) {
    sentences.push_back(
        fmt::format("in {} cells of `storm` the share of aborts stays more than 10 % below what was asked "
                    "for; `abort_share` tells what was reached",
                    calm));
  }
  return sentences;
}

}  // namespace cqs::harness
