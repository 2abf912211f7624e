#pragma once

#include <vector>

#include "baselines/describe.h"
#include "harness/experiment.h"

namespace cqs::workloads {

/// The implementations of this kind that the JVM's program measures; skipped, with the reason, where it was
/// not built.
void add_jvm_contestants(harness::experiment& experiment, const std::vector<harness::parameter>& fixed,
                         baselines::kind kind);

}  // namespace cqs::workloads
