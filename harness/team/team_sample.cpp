#include "harness/team/team_sample.h"

#include <algorithm>
#include <limits>

namespace cqs::harness {

namespace {

void set_usage(sample& s, const thread_usage& usage, double total, double thread_time) {
  s.set("voluntary_switches_per_op", static_cast<double>(usage.voluntary_switches) / total);
  s.set("involuntary_switches_per_op", static_cast<double>(usage.involuntary_switches) / total);
  if (usage.cpu_ns > 0) {  // a simulation does not count it
    s.set("cpu_ns_per_op", static_cast<double>(usage.cpu_ns) / total);
  }
  if (usage.runnable_ns) {
    s.set("runnable_share", static_cast<double>(*usage.runnable_ns) / thread_time);
  }
  for (const auto& [name, value] : {std::pair{"migrations_per_op", usage.migrations},
                                    {"cycles_per_op", usage.cycles},
                                    {"instructions_per_op", usage.instructions},
                                    {"cache_misses_per_op", usage.cache_misses},
                                    {"futex_calls_per_op", usage.futex_calls}}) {
    if (value) {
      s.set(name, static_cast<double>(*value) / total);
    }
  }
}

}  // namespace

sample sample_of(const team_result& result) {
  sample s;
  const auto operations = result.measured();
  const auto total = static_cast<double>(result.measured_total());
  if (total == 0) {
    s.fail("no operation was completed in the time given: lengthen it (sample_ms, --benchmark_min_time)");
    return s;
  }
  s.ns_per_op = result.span_ns / total;
  s.set("ops", total);
  s.set("span_ns", result.span_ns);
  s.set("window_ns", result.window_ns);
  if (result.warm_up_ns > 0) {
    s.set("warm_up_ns", result.warm_up_ns);
  }
  if (result.few_operations) {
    s.set("few_operations", 1);
  }
  s.set_waits(result.waits);
  s.set_aborts(result.aborts);
  if (operations.size() > 1) {
    set_fairness(s, operations);
  }
  if (result.order.looks > 0) {
    s.set("overtaken_share",
          static_cast<double>(result.order.overtaken) / static_cast<double>(result.order.looks));
    s.set("overtaken_max", static_cast<double>(result.order.most));
  }
  set_usage(s, result.usage, total, result.span_ns * static_cast<double>(operations.size()));
  return s;
}

void count_by_phase(sample& sample, const team_result& result) {
  const auto phases = static_cast<double>(result.measured().front());
  const double threads = static_cast<double>(result.measured_total()) / phases;
  for (auto& [name, value] : sample.measures) {
    if (name.ends_with("_per_op")) {
      value *= threads;
    }
  }
  sample.ns_per_op = result.span_ns / phases;
  sample.set("ops", phases);
}

void set_fairness(sample& sample, std::span<const std::uint64_t> operations) {
  sample.set("jain", jain_index(operations));
  const auto [least, most] = std::ranges::minmax(operations);
  sample.set("thread_ops_min", static_cast<double>(least));
  sample.set("thread_ops_max", static_cast<double>(most));
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
