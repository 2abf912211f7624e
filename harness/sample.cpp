#include "harness/sample.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "harness/statistics.h"

namespace cqs::harness {

sample sample::of(const team_result& result) {
  sample s;
  const auto total = static_cast<double>(result.total());
  if (total == 0) {
    s.fail("no operation was completed in the time given: lengthen it (sample_ms, --benchmark_min_time)");
    return s;
  }
  s.ns_per_op = result.span_ns / total;
  s.set("ops", total);
  s.set("span_ns", result.span_ns);
  s.set("window_ns", result.window_ns);
  s.set_waits(result.waits);
  s.set_aborts(result.aborts);
  if (result.operations.size() > 1) {
    s.set("jain", jain_index(result.operations));
    const auto [least, most] = std::ranges::minmax(result.operations);
    s.set("thread_ops_min", static_cast<double>(least));
    s.set("thread_ops_max", static_cast<double>(most));
  }
  s.set("voluntary_switches_per_op", static_cast<double>(result.voluntary_switches) / total);
  s.set("involuntary_switches_per_op", static_cast<double>(result.involuntary_switches) / total);
  return s;
}

void sample::set(std::string_view name, double value) {
  const auto found = std::ranges::find(values, name, &measures::value_type::first);
  if (found == values.end()) {
    values.emplace_back(name, value);
  } else {
    found->second = value;
  }
}

double sample::get(std::string_view name) const {
  const auto found = std::ranges::find(values, name, &measures::value_type::first);
  return found == values.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
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
  waits = times;
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
