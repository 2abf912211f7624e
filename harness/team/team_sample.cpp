#include "harness/team/team_sample.h"

#include <algorithm>
#include <limits>

namespace cqs::harness {

sample sample_of(const team_result& result) {
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

double jain_index(std::span<const std::uint64_t> shares) {
  double sum = 0;
  double squares = 0;
  for (const std::uint64_t share : shares) {
    sum += static_cast<double>(share);
    squares += static_cast<double>(share) * static_cast<double>(share);
  }
  return squares == 0 ? std::numeric_limits<double>::quiet_NaN()
                      : sum * sum / (static_cast<double>(shares.size()) * squares);
}

}  // namespace cqs::harness
