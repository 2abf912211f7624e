#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "baselines/implementations/portable.h"
#include "harness/experiment.h"
#include "simulator/run.h"
#include "workloads/contestants.h"

namespace cqs::workloads::simulated {

using platform = simulator::simulated;
using measure_function = harness::sample (*)(const simulator::run&);

/// How to simulate what experiments compare, for one machine.
class contestants {
 public:
  explicit contestants(std::shared_ptr<const simulator::machine> machine) : _machine(std::move(machine)) {}

  /// One for each implementation of the list for which `measure.operator()<T>()` is not null.
  template <class List, class Measure>
  void add(const std::string& experiment, const std::vector<harness::parameter>& fixed,
           const Measure& measure) {
    for_each(List{}, [&]<class T>() {
      if (const measure_function function = measure.template operator()<T>()) {
        auto run = [machine = _machine, function](const harness::cell_run& what) {
          return simulator::simulate(*machine, what, function);
        };
        _all.emplace_back(experiment, contestant_of<T>(fixed, std::move(run)));
      }
    });
  }

  /// Null if there is none.
  const harness::contestant* find(const std::string& experiment, const harness::contestant& measured) const {
    for (const auto& [name, c] : _all) {
      if (name == experiment && c.name == measured.name && c.fixed == measured.fixed) {
        return &c;
      }
    }
    return nullptr;
  }

 private:
  std::shared_ptr<const simulator::machine> _machine;
  std::vector<std::pair<std::string, harness::contestant>> _all;
};

// One file each: they take long to compile.
void add_barriers(contestants& all);
void add_latches(contestants& all);
void add_mutexes(contestants& all);
void add_pools(contestants& all);
void add_semaphores(contestants& all);

}  // namespace cqs::workloads::simulated
