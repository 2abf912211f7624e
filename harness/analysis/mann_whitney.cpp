#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "harness/analysis/statistics.h"

namespace cqs::harness {

namespace {

constexpr std::size_t greatest_exact = 20;

struct ranking {
  double u = 0;         ///< of the first sample
  double tie_term = 0;  ///< sum of t³ − t over the groups of equal values
};

ranking rank(std::span<const double> a, std::span<const double> b) {
  struct value {
    double number;
    bool of_a;
  };
  std::vector<value> all;
  for (const double x : a) {
    all.push_back({x, true});
  }
  for (const double x : b) {
    all.push_back({x, false});
  }
  std::ranges::sort(all, {}, &value::number);
  ranking result;
  double rank_sum = 0;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i;
    while (end < all.size() && all[end].number == all[i].number) {
      ++end;
    }
    const double shared_rank = static_cast<double>(i + 1 + end) / 2;
    const auto group = static_cast<double>(end - i);
    result.tie_term += group * group * group - group;
    for (; i < end; ++i) {
      rank_sum += all[i].of_a ? shared_rank : 0;
    }
  }
  const auto n = static_cast<double>(a.size());
  result.u = rank_sum - n * (n + 1) / 2;
  return result;
}

/// How many of the arrangements of n and m values have each U, as shares of all.
std::vector<double> exact_distribution(std::size_t n, std::size_t m) {
  // ways[j][u]: arrangements of i values of a among j of b. Adding a value of a above j values of b adds j to
  // U.
  std::vector<std::vector<double>> ways(m + 1, std::vector<double>(n * m + 1, 0.0));
  for (auto& row : ways) {
    row[0] = 1;
  }
  for (std::size_t i = 1; i <= n; ++i) {
    std::vector<std::vector<double>> next(m + 1, std::vector<double>(n * m + 1, 0.0));
    for (std::size_t j = 0; j <= m; ++j) {
      for (std::size_t u = 0; u <= n * m; ++u) {
        next[j][u] = (u >= j ? ways[j][u - j] : 0.0) + (j > 0 ? next[j - 1][u] : 0.0);
      }
    }
    ways = std::move(next);
  }
  auto shares = ways[m];
  double all = 0;
  for (const double w : shares) {
    all += w;
  }
  for (double& w : shares) {
    w /= all;
  }
  return shares;
}

double exact(double u, std::size_t n, std::size_t m) {
  const auto shares = exact_distribution(n, m);
  const auto least = static_cast<std::size_t>(std::min(u, static_cast<double>(n * m) - u));
  double tail = 0;
  for (std::size_t i = 0; i <= least; ++i) {
    tail += shares[i];
  }
  return std::min(1.0, 2 * tail);
}

double approximate(const ranking& r, double n, double m) {
  const double total = n + m;
  const double variance = n * m / 12 * (total + 1 - r.tie_term / (total * (total - 1)));
  if (variance <= 0) {
    return 1;  // all values are equal
  }
  const double distance = std::max(0.0, std::abs(r.u - n * m / 2) - 0.5);
  return std::erfc(distance / std::sqrt(variance) / std::numbers::sqrt2);
}

}  // namespace

double mann_whitney(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) {
    return 1;
  }
  const ranking r = rank(a, b);
  if (r.tie_term == 0 && a.size() <= greatest_exact && b.size() <= greatest_exact) {
    return exact(r.u, a.size(), b.size());
  }
  return approximate(r, static_cast<double>(a.size()), static_cast<double>(b.size()));
}

double least_mann_whitney(std::size_t a, std::size_t b) {
  std::vector<double> low(a);
  std::vector<double> high(b);
  for (std::size_t i = 0; i < a; ++i) {
    low[i] = static_cast<double>(i);
  }
  for (std::size_t i = 0; i < b; ++i) {
    high[i] = static_cast<double>(a + i);
  }
  return mann_whitney(low, high);
}

}  // namespace cqs::harness
