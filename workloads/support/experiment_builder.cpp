#include "workloads/support/experiment_builder.h"

#include "workloads/support/jvm.h"

namespace cqs::workloads {

experiment_builder& experiment_builder::add_jvm(const parameters& fixed, baselines::kind kind,
                                                std::string_view without) {
  for (harness::implementation& each : jvm_implementations(fixed, kind, without)) {
    push(std::move(each), {});
  }
  return *this;
}

void experiment_builder::push(harness::implementation one, run_function simulated) {
  if (_machine != nullptr) {
    if (simulated) {
      one.run = std::move(simulated);
    } else {
      one = unavailable(one.name, one.fixed, "it can only be measured: its code is not portable");
    }
  }
  _experiment.implementations.push_back(std::move(one));
}

}  // namespace cqs::workloads
