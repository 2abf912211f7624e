#pragma once

#include <chrono>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

#include "harness/experiment/cell_run.h"
#include "harness/record/sample.h"
#include "harness/team/team_sample.h"
#include "workloads/beyond/storm_workload.h"
#include "workloads/support/leave_out_fairness.h"
#include "workloads/support/punctual.h"

/// A service under load: requests arrive whether or not the service keeps up, and each has a deadline.
namespace cqs::workloads {

/// Requests come slowly, so a window has fewer operations than those of other experiments.
inline constexpr std::uint64_t requests_per_handler = 20;

/// The requests of one handler without an answer in time, after the warm-up.
struct alignas(128) service_failures {
  std::uint64_t late = 0;       ///< answered after the deadline
  std::uint64_t abandoned = 0;  ///< given up before the work
};

/// The requests of one handler. They arrive in a Poisson process, and the backend takes an exponentially distributed
/// time for each.
class request_source {
 public:
  using clock = harness::cell_run::clock;

  request_source(double interval_ns, double backend_ns, std::uint64_t seed)
      : _random(seed), _interval(1 / interval_ns), _backend(1 / backend_ns) {}

  clock::time_point next_arrival() {
    _arrival += nanoseconds(_interval);
    return _arrival;
  }
  std::chrono::nanoseconds backend_time() { return nanoseconds(_backend); }

 private:
  std::chrono::nanoseconds nanoseconds(std::exponential_distribution<double>& times) {
    return std::chrono::nanoseconds(static_cast<std::int64_t>(times(_random)));
  }

  std::mt19937_64 _random;
  std::exponential_distribution<double> _interval;
  std::exponential_distribution<double> _backend;
  clock::time_point _arrival = clock::now();
};

/// Only answers in time count as operations. `goodput` is their rate over the greatest possible rate.
inline void set_goodput(harness::sample& sample, const harness::team_result& result,
                        const std::vector<service_failures>& failures, double capacity_ns) {
  service_failures all;
  for (const service_failures& f : failures) {
    all.late += f.late;
    all.abandoned += f.abandoned;
  }
  const auto answers = static_cast<double>(result.measured_total());
  const double in_time = answers - static_cast<double>(all.late);
  const double requests = answers + static_cast<double>(all.abandoned);
  const double cpu_ns = sample.get("cpu_ns_per_op") * answers;
  sample.ns_per_op = result.span_ns / in_time;
  sample.set("ops", in_time);
  sample.set("cpu_ns_per_op", cpu_ns / in_time);
  sample.set("goodput", capacity_ns / sample.ns_per_op);
  sample.set("late_share", static_cast<double>(all.late) / requests);
  sample.set("abandoned_share", static_cast<double>(all.abandoned) / requests);
}

/// Each thread handles its own requests: it takes a connection, waits for the backend, and gives the connection back. It
/// waits for a connection for at most half of the deadline, because an answer after the deadline is wasted work.
template <class Adapter>
harness::sample measure_service(const harness::cell_run& run) {
  const std::chrono::nanoseconds deadline(run.cell.number("deadline_us") * 1000);
  const std::chrono::nanoseconds backend(run.cell.number("backend_us") * 1000);
  const double load = static_cast<double>(run.cell.number("load")) / 100;
  const double capacity_ns = static_cast<double>(backend.count()) / static_cast<double>(Adapter::places);
  const double interval_ns = capacity_ns / load * static_cast<double>(run.cell.threads);

  Adapter adapter;
  std::vector<service_failures> failures(run.cell.threads);
  const auto handle_requests = [&](harness::team_member& member) {
    using clock = request_source::clock;
    const punctual on_time;
    typename Adapter::session session(adapter);
    service_failures& failed = failures[member.index()];
    request_source requests(interval_ns, static_cast<double>(backend.count()),
                            run.seed * 1'000'003 + member.index());
    while (member.running()) {
      const auto arrival = requests.next_arrival();
      std::this_thread::sleep_until(arrival);
      const auto patience = arrival + deadline / 2 - clock::now();
      if (patience <= patience.zero() || !session.enter_for(patience)) {
        failed.abandoned += member.measuring() ? 1U : 0U;
        continue;
      }
      session.inside(member);
      std::this_thread::sleep_for(requests.backend_time());
      session.leave();
      const auto latency = clock::now() - arrival;
      member.record_wait(static_cast<std::uint64_t>(latency.count()));
      member.completed();
      failed.late += member.measuring() && latency > deadline ? 1U : 0U;
    }
  };
  const auto result = run.team().run_for(run.window, handle_requests,
                                         harness::thread_team::warm_up::discarded, requests_per_handler);
  auto sample = harness::sample_of(result);
  leave_out_fairness(sample);
  set_goodput(sample, result, failures, capacity_ns);
  adapter.verify(sample, result);
  return sample;
}

}  // namespace cqs::workloads
