#include "harness/analysis/estimate.h"

#include <fmt/format.h>

namespace cqs::harness {

estimate estimate::of(const std::vector<double>& times) {
  return {harness::median(times), median_interval(times), modes_of(times)};
}

estimate estimate::of(const results::group& cell) {
  auto result = of(cell.times());
  if (cell.disturbed) {
    result.bounds.reset();
  }
  return result;
}

std::string to_string(const std::optional<interval>& bounds, int digits) {
  return bounds ? fmt::format("[{0:.{2}f}, {1:.{2}f}]", bounds->low, bounds->high, digits) : std::string();
}

std::string ratio_text(double ratio, const std::optional<interval>& bounds) {
  return fmt::format("{:.2f}{}{}", ratio, bounds ? " " : "", to_string(bounds));
}

}  // namespace cqs::harness
