// Many producers, one slow consumer: cowns with and without backpressure.

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include <cqs/cown_runtime.h>

#include "baselines/concepts/description.h"
#include "baselines/cqs/variants.h"
#include "harness/record/histogram.h"
#include "harness/team/geometric_work.h"
#include "harness/team/team_sample.h"
#include "workloads/support/experiment_builder.h"
#include "workloads/support/growth.h"
#include "workloads/support/leave_out_fairness.h"
#include "workloads/support/work_of.h"

namespace cqs::workloads {

namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t producers = 16;
constexpr std::uint64_t most_messages =
    100'000;  ///< per producer: without backpressure, all of them are in memory at once
constexpr std::uint64_t slowness = 10;  ///< the consumer's work as a multiple of a producer's work

/// The state that producers and consumer share. Each part belongs to one cown.
class plant {
 public:
  plant(cown_runtime& runtime, std::uint64_t work, std::uint64_t messages, std::uint64_t seed)
      : _consumer(runtime), _consumers_work(work * slowness, seed) {
    for (std::size_t i = 0; i < producers; ++i) {
      _producers.push_back(std::make_unique<producer>(runtime, messages, work, seed + i + 1));
    }
  }

  void start(cown_runtime& runtime) {
    for (const auto& each : _producers) {
      runtime.when([this, p = each.get()](behaviour& self) { produce(self, *p); }, {&each->key});
    }
  }

  std::uint64_t sent() const {
    std::uint64_t all = 0;
    for (const auto& each : _producers) {
      all += each->sent;
    }
    return all;
  }
  std::uint64_t consumed() const { return _consumed; }
  const harness::histogram& ages() const { return _ages; }

 private:
  struct producer {
    producer(cown_runtime& runtime, std::uint64_t messages, std::uint64_t mean, std::uint64_t seed)
        : key(runtime), left(messages), work(mean, seed) {}
    cown key;
    std::uint64_t left;
    std::uint64_t sent = 0;
    harness::geometric_work work;
  };

  void produce(behaviour& self, producer& p) {
    p.work();
    const auto begin = clock::now();
    p.sent += self.when([this, begin](behaviour&) { consume(begin); }, {&_consumer}) ? 1U : 0U;
    if (--p.left > 0) {
      self.when([this, &p](behaviour& next) { produce(next, p); }, {&p.key});
    }
  }

  void consume(clock::time_point sent) {
    _ages.record(static_cast<std::uint64_t>((clock::now() - sent).count()));
    _consumers_work();
    ++_consumed;
  }

  std::vector<std::unique_ptr<producer>> _producers;
  cown _consumer;
  harness::geometric_work _consumers_work;
  std::uint64_t _consumed = 0;
  harness::histogram _ages;
};

template <overload_policy Policy>
harness::sample measure(const harness::cell_run& run) {
  if (run.cell.threads < 2) {
    harness::sample none;
    none.skipped = "one thread waits for the end, so that there must be two at least";
    return none;
  }
  harness::team_result result;
  harness::histogram ages;
  cown_statistics statistics;
  std::uint64_t sent = 0;
  std::uint64_t consumed = 0;
  grow(run.window, 64, most_messages, [&](std::uint64_t messages) {
    cown_runtime runtime({.policy = Policy, .threshold = 16});
    plant all(runtime, work_of(run), messages, run.seed);
    all.start(runtime);
    std::stop_source stop;
    result = run.team().run_to_end([&](harness::team_member& member) {
      if (member.index() == 0) {
        runtime.drain();
        stop.request_stop();
      } else {
        runtime.run(stop.get_token());
      }
    });
    statistics = runtime.statistics();
    ages = all.ages();
    sent = all.sent();
    consumed = all.consumed();
    return result.span_ns;
  });
  result.operations[0] = consumed;
  auto sample = harness::sample_of(result);
  set_work(sample, run);
  leave_out_fairness(sample);  // the workers' operations are not counted separately
  sample.set_waits(ages);
  sample.set("longest_queue", static_cast<double>(statistics.longest_queue));
  sample.set("mutings", static_cast<double>(statistics.mutings));
  sample.set("refused", static_cast<double>(statistics.refused));
  sample.check_equal("behaviours of the consumer", consumed, sent);
  return sample;
}

template <overload_policy Policy>
struct policy_name;
template <>
struct policy_name<overload_policy::mute> {
  static constexpr baselines::description about{"cqs.cowns.mute", baselines::cqs_origin,
                                                baselines::waiting::parking};
};
template <>
struct policy_name<overload_policy::none> {
  static constexpr baselines::description about{"none.cowns", baselines::cqs_origin,
                                                baselines::waiting::parking};
};
template <>
struct policy_name<overload_policy::drop> {
  static constexpr baselines::description about{"drop.cowns", baselines::cqs_origin,
                                                baselines::waiting::parking};
};

}  // namespace

harness::experiment cowns_experiment(const machine_choice& machine) {
  experiment_builder experiment(
      machine, {.name = "cowns",
                .summary = "sixteen producers, one consumer that is ten times slower",
                .operation = "one message, from the producer's work to the end of the consumer's",
                .axes = {{"work", {"100"}}},
                .thread_counts = {"3"}});
  experiment.add_one<policy_name<overload_policy::mute>>({}, &measure<overload_policy::mute>);
  experiment.add_one<policy_name<overload_policy::drop>>({}, &measure<overload_policy::drop>);
  experiment.add_one<policy_name<overload_policy::none>>({}, &measure<overload_policy::none>);
  experiment.add_unavailable(
      "block.cowns", {},
      "all workers may wait for room in the consumer's queue, and nobody is left to make it");
  return experiment.build();
}

}  // namespace cqs::workloads
