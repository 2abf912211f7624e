#include "harness/record/sample.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace cqs::harness {

void sample::set(std::string_view name, double value) {
  const auto found = std::ranges::find(measures, name, &std::pair<std::string, double>::first);
  if (found == measures.end()) {
    measures.emplace_back(name, value);
  } else {
    found->second = value;
  }
}

double sample::get(std::string_view name) const {
  const auto found = std::ranges::find(measures, name, &std::pair<std::string, double>::first);
  return found == measures.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
}

void sample::set_times(std::string_view what, const histogram& times) {
  if (times.total() == 0) {
    return;
  }
  for (const auto& [suffix, q] : {std::pair{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p999", 0.999}}) {
    set(fmt::format("{}_{}_ns", what, suffix), times.quantile(q));
  }
  set(fmt::format("{}_max_ns", what), static_cast<double>(times.max()));
}

void sample::set_waits(const histogram& times) {
  wait_histogram = times;
  set_times("wait", times);
}

void sample::set_aborts(const histogram& times) {
  set_times("abort", times);
}

void sample::check_equal(std::string_view what, std::uint64_t counted, std::uint64_t expected) {
  if (counted != expected) {
    fail(fmt::format("{}: {} instead of {}", what, counted, expected));
  }
}

void sample::fail(std::string reason) {
  if (failure.empty()) {
    failure = std::move(reason);
  }
}

}  // namespace cqs::harness
