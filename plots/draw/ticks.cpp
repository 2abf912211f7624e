#include "plots/draw/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace cqs::plots {

namespace {

struct prefix {
  double factor;
  const char* text;
};

constexpr std::array<prefix, 4> durations{{{1, " ns"}, {1e3, " µs"}, {1e6, " ms"}, {1e9, " s"}}};
constexpr std::array<prefix, 4> numbers{{{1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "G"}}};
constexpr std::array<prefix, 4> sizes{{{1, " B"}, {1e3, " kB"}, {1e6, " MB"}, {1e9, " GB"}}};

std::string scaled(double value, std::span<const prefix> prefixes) {
  const prefix* best = prefixes.data();
  for (const prefix& p : prefixes) {
    if (std::abs(value) >= p.factor * (1 - 1e-9)) {
      best = &p;
    }
  }
  return fmt::format("{:.3g}{}", value / best->factor, best->text);
}

ticks labelled(std::vector<double> positions, unit unit) {
  ticks result{std::move(positions), {}};
  for (const double position : result.positions) {
    result.labels.push_back(written(position, unit));
  }
  return result;
}

void thin(std::vector<double>& values, std::size_t most) {
  const std::size_t step = (values.size() + most - 1) / std::max<std::size_t>(most, 1);
  std::vector<double> kept;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if ((values.size() - 1 - i) % std::max<std::size_t>(step, 1) == 0) {
      kept.push_back(values[i]);
    }
  }
  values = std::move(kept);
}

std::vector<double> decade_steps(double low, double high, std::span<const double> steps) {
  std::vector<double> positions;
  for (double decade = std::pow(10, std::floor(std::log10(low))); decade <= high; decade *= 10) {
    for (const double step : steps) {
      if (const double value = decade * step; value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) {
        positions.push_back(value);
      }
    }
  }
  return positions;
}

}  // namespace

std::string written(double value, unit unit) {
  switch (unit) {
    case unit::nanoseconds:
      return scaled(value, durations);
    case unit::bytes:
      return scaled(value, sizes);
    case unit::per_second:
    case unit::count:
      return scaled(value, numbers);
    case unit::percent:
      return fmt::format("{:g} %", value);
    case unit::share:
      break;
  }
  return fmt::format("{:.3g}", value);
}

ticks ticks::logarithmic(double low, double high, unit unit, std::size_t most) {
  constexpr std::array whole{1.0};
  constexpr std::array some{1.0, 2.0, 5.0};
  constexpr std::array many{1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0};
  auto positions = decade_steps(low, high, whole);
  if (positions.size() < 3) {
    positions = decade_steps(low, high, some);
  }
  if (positions.size() < 2) {
    positions = decade_steps(low, high, many);
  }
  if (positions.size() < 2) {
    return linear(low, high, unit, most);
  }
  thin(positions, most);
  return labelled(std::move(positions), unit);
}

ticks ticks::linear(double low, double high, unit unit, std::size_t most) {
  const double range = high > low ? high - low : 1;
  double step = std::pow(10, std::floor(std::log10(range)) - 1);
  for (const double factor : {1, 2, 5, 10, 20, 50, 100}) {
    if (range / (step * factor) <= static_cast<double>(most)) {
      step *= factor;
      break;
    }
  }
  std::vector<double> positions;
  for (double n = std::ceil(low / step - 1e-9); n * step <= high + step * 1e-9; ++n) {
    positions.push_back(n * step + 0.0);  // not -0
  }
  return labelled(std::move(positions), unit);
}

ticks ticks::at(const std::vector<double>& values, unit unit, std::size_t most) {
  std::vector<double> positions = values;
  thin(positions, most);
  return labelled(std::move(positions), unit);
}

}  // namespace cqs::plots
