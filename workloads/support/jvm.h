#pragma once

#include <vector>

#include "baselines/describe.h"
#include "harness/experiment/experiment.h"

namespace cqs::workloads {

/// The implementations of this kind that the JVM's program measures; skipped, with the reason, if it was not
/// built.
std::vector<harness::implementation> jvm_implementations(const std::vector<harness::parameter>& fixed,
                                                         baselines::kind kind);

}  // namespace cqs::workloads
