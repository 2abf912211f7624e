#include "harness/analysis/modes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "harness/analysis/statistics.h"

namespace cqs::harness {

namespace {

constexpr double least_factor = 1.25;
constexpr double least_factor_of_one = 2;  // one sample alone may be an accident
constexpr double certain_factor = 4;       // between neighbours: no noise of one mode leaves such a gap
constexpr double least_spread = 1e-3;      // no measurement is better

/// In standard deviations within the groups. Few samples know their spread badly. By simulation, see
/// tests/harness/analysis/modes_test.cpp: less than 3 % of noisy cells with one mode have such a gap.
double least_gap(std::size_t samples) {
  return 3 + 25 / static_cast<double>(samples);
}

double squares_around_mean(std::span<const double> values) {
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  double sum = 0;
  for (const double v : values) {
    sum += (v - mean) * (v - mean);
  }
  return sum;
}

double middle_of(std::span<const double> values) {
  return median({values.begin(), values.end()});
}

/// Where sorted logarithms fall into two groups; their number if they do not.
std::size_t split(std::span<const double> logs) {
  const std::size_t n = logs.size();
  std::size_t best = n;
  double widest = 0;
  for (std::size_t k = 1; n >= 3 && k < n; ++k) {
    const auto low = logs.first(k);
    const auto high = logs.subspan(k);
    const double spread = std::max(
        least_spread,
        std::sqrt((squares_around_mean(low) + squares_around_mean(high)) / static_cast<double>(n - 2)));
    const double gap = high.front() - low.back();
    const double factor = k == 1 || k == n - 1 ? least_factor_of_one : least_factor;
    const bool apart = gap > least_gap(n) * spread && middle_of(high) - middle_of(low) >= std::log(factor);
    if (gap > widest && (apart || gap >= std::log(certain_factor))) {
      widest = gap;
      best = k;
    }
  }
  return best;
}

void add_modes(std::vector<mode>& modes, std::span<const double> logs, std::size_t total) {
  const std::size_t at = split(logs);
  if (at == logs.size()) {
    modes.push_back(
        {std::exp(middle_of(logs)), static_cast<double>(logs.size()) / static_cast<double>(total)});
    return;
  }
  add_modes(modes, logs.first(at), total);
  add_modes(modes, logs.subspan(at), total);
}

/// Counts by octaves, which are smooth enough to have no valleys by chance.
std::vector<double> by_octave(std::span<const histogram::bucket> buckets) {
  std::vector<double> counts(66, 0.0);
  for (const auto& b : buckets) {
    counts[static_cast<std::size_t>(std::log2(static_cast<double>(b.from) + 1)) + 1] +=
        static_cast<double>(b.count);
  }
  return counts;
}

/// The first octaves of the parts that valleys divide the counts into; the first is 0.
std::vector<std::size_t> parts_of(const std::vector<double>& counts) {
  constexpr double depth = 0.5;
  std::vector<std::size_t> begins{0};
  double peak = 0;
  std::size_t valley = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] < counts[valley]) {
      valley = i;
    }
    if (peak > 0 && counts[valley] < depth * peak && counts[valley] < depth * counts[i] && valley < i) {
      begins.push_back(valley);
      peak = counts[i];
      valley = i;
    } else if (counts[i] > peak) {
      peak = counts[i];
      valley = i;
    }
  }
  return begins;
}

}  // namespace

std::vector<mode> modes_of(std::span<const double> times) {
  std::vector<mode> modes;
  if (times.empty()) {
    return modes;
  }
  std::vector<double> logs;
  std::ranges::transform(times, std::back_inserter(logs), [](double t) { return std::log(t); });
  std::ranges::sort(logs);
  add_modes(modes, logs, logs.size());
  return modes;
}

std::vector<mode> modes_of(std::span<const histogram::bucket> buckets) {
  constexpr double least_share = 0.05;
  const auto counts = by_octave(buckets);
  const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
  std::vector<mode> modes;
  if (total == 0) {
    return modes;
  }
  const auto begins = parts_of(counts);
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : counts.size();
    double inside = 0;
    double weighted = 0;
    for (std::size_t k = begins[i]; k < end; ++k) {
      inside += counts[k];
      weighted += counts[k] * (static_cast<double>(k) - 0.5);
    }
    if (inside >= least_share * total) {
      modes.push_back({std::exp2(weighted / inside), inside / total});
    }
  }
  return modes;
}

std::string to_string(std::span<const mode> modes) {
  std::string text;
  for (const mode& m : modes) {
    text += fmt::format("{}{:.{}f} ({:.0f} %)", text.empty() ? "" : ", ", m.value, m.value < 100 ? 1 : 0,
                        100 * m.share);
  }
  return text;
}

}  // namespace cqs::harness
