// How often the intervals hold what they should: by simulation, with a fixed seed, over distributions as benchmarks have
// them. Nominal is 95 %. A band around it is accepted, since five samples cannot give more than 93.75 % for a median, and
// since the intervals of ratios are a little too wide.

#include <cmath>
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "harness/analysis/statistics.h"

namespace cqs::harness {
namespace {

struct distribution {
  const char* name;
  double median;
  std::function<double(std::mt19937_64&)> draw;
};

double normal(std::mt19937_64& random) {
  return std::normal_distribution<double>(0, 1)(random);
}

const std::vector<distribution>& distributions() {
  static const std::vector<distribution> all{
      {"normal", 100, [](auto& r) { return 100 + 5 * normal(r); }},
      {"skewed", 100, [](auto& r) { return 100 * std::exp(0.5 * normal(r)); }},
      {"with a floor", 100 + 50 * std::log(2),
       [](auto& r) { return 100 + std::exponential_distribution<double>(0.02)(r); }},
      // The median is where the lower mode, 70 % of all, has 5 of its 7 parts below: 0.566 deviations up.
      {"bimodal", 100 * std::exp(0.05 * 0.56595),
       [](auto& r) {
         return (std::bernoulli_distribution(0.3)(r) ? 300 : 100) * std::exp(0.05 * normal(r));
       }},
  };
  return all;
}

std::vector<double> draw(const distribution& from, std::size_t samples, std::mt19937_64& random) {
  std::vector<double> values(samples);
  for (double& v : values) {
    v = from.draw(random);
  }
  return values;
}

double share(int tries, const std::function<bool()>& holds) {
  int held = 0;
  for (int i = 0; i < tries; ++i) {
    held += holds() ? 1 : 0;
  }
  return static_cast<double>(held) / tries;
}

bool contains(const std::optional<interval>& bounds, double value) {
  return bounds->low <= value && value <= bounds->high;
}

constexpr int tries = 3000;

TEST(coverage, of_the_median_is_92_to_97_percent) {
  std::mt19937_64 random(1);
  for (const auto& d : distributions()) {
    for (const std::size_t samples : {5U, 6U, 7U, 10U, 20U}) {
      const double held =
          share(tries, [&] { return contains(median_interval(draw(d, samples, random)), d.median); });
      EXPECT_GE(held, 0.92) << d.name << ", " << samples << " samples";
      EXPECT_LE(held, 0.97) << d.name << ", " << samples << " samples";
    }
  }
}

TEST(coverage, of_a_ratio_is_94_to_99_percent) {
  std::mt19937_64 random(2);
  for (const auto& d : distributions()) {
    for (const std::size_t samples : {5U, 10U}) {
      const double held = share(tries, [&] {
        return contains(ratio_interval(draw(d, samples, random), draw(d, samples, random)), 1);
      });
      EXPECT_GE(held, 0.94) << d.name << ", " << samples << " samples";
      EXPECT_LE(held, 0.99) << d.name << ", " << samples << " samples";
    }
  }
}

std::vector<paired_samples> alike(const distribution& d, std::size_t cells, std::size_t samples,
                                  std::mt19937_64& random) {
  std::vector<paired_samples> pairs;
  for (std::size_t i = 0; i < cells; ++i) {
    pairs.push_back({draw(d, samples, random), draw(d, samples, random)});
  }
  return pairs;
}

TEST(coverage, of_a_mean_ratio_and_of_the_greatest_of_eight_is_at_least_92_percent) {
  std::mt19937_64 random(3);
  for (const auto& d : distributions()) {
    for (const std::size_t samples : {5U, 10U}) {
      EXPECT_GE(share(500, [&] { return contains(mean_ratio_interval(alike(d, 8, samples, random)), 1); }),
                0.92)
          << d.name << ", " << samples << " samples";
      EXPECT_GE(
          share(500, [&] { return contains(greatest_ratio_interval(alike(d, 8, samples, random)), 1); }),
          0.92)
          << d.name << ", " << samples << " samples";
    }
  }
}

// An experiment of 24 cells in which nothing has changed. Without any correction, 70 % would have a false discovery.
TEST(coverage, false_discoveries_are_in_at_most_8_percent_of_experiments) {
  std::mt19937_64 random(4);
  const double wrong = share(300, [&] {
    std::vector<paired_samples> cells;
    for (const auto& d : distributions()) {
      for (auto& pair : alike(d, 6, 5, random)) {
        cells.push_back(std::move(pair));
      }
    }
    const auto q = benjamini_hochberg(pooled_permutation_p(cells, 0.05));
    return std::ranges::min(q) < 0.05;
  });
  EXPECT_LE(wrong, 0.08);
}

// One cell of 24 is slower by 20 %, with noise of 2 % and five samples. A rank test with any correction cannot find it.
TEST(coverage, one_change_among_many_cells_of_five_samples_is_found) {
  std::mt19937_64 random(5);
  const double hit = share(200, [&] {
    std::vector<paired_samples> cells;
    for (int i = 0; i < 24; ++i) {
      const distribution d{"", 100,
                           [i](auto& r) { return 100 * (1 + 0.02 * i) * std::exp(0.02 * normal(r)); }};
      cells.push_back({draw(d, 5, random), draw(d, 5, random)});
    }
    for (double& v : cells[3].numerator) {
      v *= 1.2;
    }
    return benjamini_hochberg(pooled_permutation_p(cells, 0.05))[3] < 0.05;
  });
  EXPECT_GE(hit, 0.9);
}

}  // namespace
}  // namespace cqs::harness
