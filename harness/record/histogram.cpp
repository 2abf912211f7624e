#include "harness/record/histogram.h"

#include <cmath>

namespace cqs::harness {

double histogram::quantile(double q) const noexcept {
  if (_total == 0) {
    return 0;
  }
  const double wanted = std::max(1.0, std::ceil(q * static_cast<double>(_total)));
  std::uint64_t seen = 0;
  for (const bucket& b : buckets()) {
    seen += b.count;
    if (static_cast<double>(seen) >= wanted) {
      const double middle = static_cast<double>(b.from) + static_cast<double>(b.to - b.from - 1) / 2;
      return std::min(middle, static_cast<double>(_max));
    }
  }
  return static_cast<double>(_max);
}

std::vector<histogram::bucket> histogram::buckets() const {
  std::vector<bucket> result;
  for (std::size_t i = 0; i < size; ++i) {
    if (_counts[i] != 0) {
      result.push_back({lower_bound(i), i + 1 == size ? ~std::uint64_t{0} : lower_bound(i + 1), _counts[i]});
    }
  }
  return result;
}

}  // namespace cqs::harness
