#pragma once

#include <string>
#include <vector>

#include "plots/figures/measure.h"

namespace cqs::plots {

/// The marks of an axis.
struct ticks {
  std::vector<double> positions;
  std::vector<std::string> labels;

  /// Powers of ten, or steps of 1, 2, 5 if there are too few powers; at most `most` ticks.
  static ticks logarithmic(double low, double high, unit unit, std::size_t most);
  static ticks linear(double low, double high, unit unit, std::size_t most);
  /// These values, or every second or third of them; always the last one.
  static ticks at(const std::vector<double>& values, unit unit, std::size_t most);
};

/// `1.5 µs`, `20k`, `50 %`
std::string written(double value, unit unit);

}  // namespace cqs::plots
