#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "baselines/concepts/description.h"
#include "baselines/concepts/implementations.h"
#include "harness/experiment.h"

namespace cqs::workloads {

using run_function = std::function<harness::sample(const harness::cell_run&)>;

/// Neither keeps a promise nor is asked to.
template <class T>
inline constexpr bool is_control = T::about.waits == baselines::waiting::never;

template <class T>
harness::contestant contestant_of(std::vector<harness::parameter> fixed, run_function run) {
  return {.name = std::string(T::about.name),
          .origin = std::string(T::about.origin),
          .waits = std::string(to_string(T::about.waits)),
          .fair = baselines::first_come_first_served<T>,
          .fixed = std::move(fixed),
          .run = std::move(run)};
}

inline harness::contestant skipped_contestant(std::string_view name, std::vector<harness::parameter> fixed,
                                              std::string_view reason) {
  return {.name = std::string(name),
          .origin = "",
          .waits = "",
          .fixed = std::move(fixed),
          .skipped = std::string(reason)};
}

/// One for each implementation of the list: `run.operator()<T>()` is its function, or nothing if it lacks
/// what the experiment needs, which `lacking` names.
template <class Implementations, class Run>
void add_contestants(harness::experiment& experiment, const std::vector<harness::parameter>& fixed,
                     const Run& run, const std::string& lacking = "") {
  for_each(typename Implementations::built{}, [&]<class T>() {
    if (run_function function = run.template operator()<T>()) {
      experiment.contestants.push_back(contestant_of<T>(fixed, std::move(function)));
    } else if (!is_control<T>) {
      experiment.contestants.push_back(skipped_contestant(T::about.name, fixed, lacking));
    }
  });
  for (const auto& [name, reason] : Implementations::skipped) {
    experiment.contestants.push_back(skipped_contestant(name, fixed, reason));
  }
}

}  // namespace cqs::workloads
