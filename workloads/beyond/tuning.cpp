// The semaphore of the paper's figure 7 with other segment sizes and other times of spinning.

#include <algorithm>
#include <array>
#include <string>

#include "baselines/control/empty.h"
#include "baselines/cqs/semaphore.h"
#include "workloads/paper/semaphore_workload.h"
#include "workloads/support/experiment_builder.h"

namespace cqs::workloads {

namespace {

/// The paper says: "we have chosen the segment size of 64 based on minimal tuning".
template <std::size_t SegmentSize, std::uint32_t MostSpinNs>
inline constexpr options tuned = [] {
  options result;
  result.segment_size = SegmentSize;
  result.waiting.spin_ns = std::min(result.waiting.spin_ns, MostSpinNs);
  result.waiting.most_spin_ns = MostSpinNs;
  return result;
}();

template <options Options, platform Platform>
struct tuned_semaphore : baselines::cqs_semaphore<Options, Platform> {
  using base = baselines::cqs_semaphore<Options, Platform>;
  using base::base;
  static constexpr baselines::description about{"cqs.semaphore", baselines::cqs_origin,
                                                baselines::waiting::parking, baselines::order::fifo};
};

/// A list of one.
template <options Options>
struct only_tuned {
  using built = baselines::type_list<tuned_semaphore<Options, baselines::measured>>;
  static constexpr std::array<baselines::skipped_implementation, 0> skipped{};

  template <platform Platform>
  using portable = baselines::type_list<tuned_semaphore<Options, Platform>>;
};

template <std::size_t SegmentSize, std::uint32_t MostSpinNs>
void add(experiment_builder& experiment) {
  experiment.add<only_tuned<tuned<SegmentSize, MostSpinNs>>>(
      {{"segment", std::to_string(SegmentSize)}, {"spin_ns", std::to_string(MostSpinNs)}},
      []<class T, class Run>() { return &measure_semaphore<T, Run>; });
}

constexpr std::size_t usual_size = options{}.segment_size;
constexpr std::uint32_t usual_spin = options{}.waiting.most_spin_ns;

}  // namespace

harness::experiment tuning_experiment(const machine_choice& machine) {
  experiment_builder experiment(machine,
                                {.name = "tuning",
                                 .summary = "a semaphore with other segment sizes and times of spinning",
                                 .operation = "work, acquire, work, release",
                                 .axes = {{"permits"}, {"work"}},
                                 .thread_counts = {"2", "4"}});
  experiment.add_one<baselines::empty_semaphore>({}, &measure_semaphore<baselines::empty_semaphore>);
  add<8, usual_spin>(experiment);
  add<16, usual_spin>(experiment);
  add<usual_size, usual_spin>(experiment);
  add<64, usual_spin>(experiment);
  add<128, usual_spin>(experiment);
  add<usual_size, 0>(experiment);
  add<usual_size, 300>(experiment);
  add<usual_size, 5'000>(experiment);
  add<usual_size, 20'000>(experiment);
  add<usual_size, 320'000>(experiment);
  return experiment.build();
}

}  // namespace cqs::workloads
