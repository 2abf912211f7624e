#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "baselines/describe.h"
#include "simulator/machine.h"
#include "workloads/simulated/run.h"
#include "workloads/support/implementations.h"

namespace cqs::workloads {

/// The machine that runs the cells: a simulated one, or the present one if null.
using machine_choice = std::shared_ptr<const simulator::machine>;

template <class Run>
using measure_function = harness::sample (*)(const Run&);

/// Builds an experiment from one declaration: the same template measures a cell on this machine and simulates it
/// on another.
class experiment_builder {
 public:
  using parameters = std::vector<harness::parameter>;

  experiment_builder(machine_choice machine, harness::experiment about)
      : _machine(std::move(machine)), _experiment(std::move(about)) {}

  /// Adds every implementation of a kind. `measure.operator()<T, Run>()` gives the function that takes a sample of
  /// `T`, or null if `T` lacks an operation. `lacking` is the reason in the results; without one, `T`
  /// is not listed. Portable implementations can be simulated.
  template <class Kind, class Measure>
  experiment_builder& add(const parameters& fixed, const Measure& measure, const std::string& lacking = "") {
    const auto simulated = simulations<Kind>(measure);
    add_each<Kind>(
        fixed, [&]<class T>() { return run_function(measure.template operator()<T, harness::cell_run>()); },
        [&](std::string_view name) {
          const auto found = simulated.find(name);
          return found == simulated.end() ? run_function() : found->second;
        },
        lacking);
    return *this;
  }

  /// As `add`, for a workload that needs the real machine: `measure.operator()<T>()` gives a `run_function`.
  template <class Kind, class Measure>
  experiment_builder& add_measured(const parameters& fixed, const Measure& measure,
                                   const std::string& lacking = "") {
    add_each<Kind>(
        fixed, [&]<class T>() { return run_function(measure.template operator()<T>()); },
        [](std::string_view /*name*/) { return run_function(); }, lacking);
    return *this;
  }

  /// Adds one implementation that needs the real machine.
  template <class T>
  experiment_builder& add_one(const parameters& fixed, run_function run,
                              const std::string& waiter = "thread") {
    auto one = implementation_of<T>(fixed, without_futex_calls(std::move(run)));
    one.waiter = waiter;
    push(std::move(one), {});
    return *this;
  }

  experiment_builder& add_unavailable(std::string_view name, const parameters& fixed,
                                      std::string_view reason) {
    push(unavailable(name, fixed, reason), {});
    return *this;
  }

  /// The implementations of this kind that run on a JVM, but not those whose name ends with `without`.
  experiment_builder& add_jvm(const parameters& fixed, baselines::kind kind, std::string_view without = {});

  /// Adds one that a program of its own measures, on the real machine.
  experiment_builder& add_program(harness::implementation one) {
    push(std::move(one), {});
    return *this;
  }

  harness::experiment build() { return std::move(_experiment); }

 private:
  using simulation_map = std::map<std::string_view, run_function>;

  template <class Kind, class Measure>
  simulation_map simulations(const Measure& measure) const {
    simulation_map all;
    if (_machine != nullptr) {
      for_each(typename Kind::template portable<simulator::simulated>{}, [&]<class T>() {
        if (const auto function = measure.template operator()<T, simulated::run>()) {
          all[T::about.name] = [machine = _machine, function](const harness::cell_run& what) {
            return simulated::simulate(*machine, what, function);
          };
        }
      });
    }
    return all;
  }

  template <class Kind, class Measured, class Simulated>
  void add_each(const parameters& fixed, const Measured& measured, const Simulated& simulated,
                const std::string& lacking) {
    bool listed_all = true;
    for_each(typename Kind::built{}, [&]<class T>() {
      if (run_function run = measured.template operator()<T>()) {
        if (!baselines::counts_futex_calls<T, Kind>) {
          run = without_futex_calls(std::move(run));
        }
        push(implementation_of<T>(fixed, std::move(run)), simulated(T::about.name));
      } else if (!is_control<T> && !lacking.empty()) {
        push(unavailable(T::about.name, fixed, lacking), {});
      } else if (!is_control<T>) {
        listed_all = false;
      }
    });
    if (listed_all) {
      for (const auto& [name, reason] : Kind::skipped) {
        push(unavailable(name, fixed, reason), {});
      }
    }
  }

  void push(harness::implementation one, run_function simulated);

  machine_choice _machine;
  harness::experiment _experiment;
};

}  // namespace cqs::workloads
