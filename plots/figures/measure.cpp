#include "plots/figures/measure.h"

#include <cmath>

namespace cqs::plots {

std::optional<double> measure::of(const harness::row& row) const {
  const double raw = row.measure(name);
  const double value = convert == nullptr ? raw : convert(raw);
  if (!std::isfinite(value) || (logarithmic && value <= 0)) {
    return std::nullopt;
  }
  return value;
}

}  // namespace cqs::plots
