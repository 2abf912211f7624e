#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "baselines/concepts/description.h"
#include "baselines/concepts/implementations.h"
#include "harness/experiment/experiment.h"

namespace cqs::workloads {

using run_function = std::function<harness::sample(const harness::cell_run&)>;

/// Whether a type is a control: it never waits, and it keeps no invariant.
template <class T>
inline constexpr bool is_control = T::about.waits == baselines::waiting::never;

/// For an implementation that makes its futex calls inside of a library, where nobody counts them.
inline run_function without_futex_calls(run_function run) {
  return [run = std::move(run)](const harness::cell_run& cell) {
    auto sample = run(cell);
    std::erase_if(sample.measures, [](const auto& measure) { return measure.first == "futex_calls_per_op"; });
    return sample;
  };
}

template <class T>
harness::implementation implementation_of(std::vector<harness::parameter> fixed, run_function run) {
  return {.name = std::string(T::about.name),
          .origin = std::string(T::about.origin),
          .waits_by = std::string(to_string(T::about.waits)),
          .fair = baselines::first_come_first_served<T>,
          .fixed = std::move(fixed),
          .run = std::move(run)};
}

/// An implementation that lacks an operation that the experiment needs, or that was not built.
inline harness::implementation unavailable(std::string_view name, std::vector<harness::parameter> fixed,
                                           std::string_view reason) {
  return {.name = std::string(name),
          .origin = "",
          .waits_by = "",
          .fixed = std::move(fixed),
          .skipped = std::string(reason)};
}

}  // namespace cqs::workloads
