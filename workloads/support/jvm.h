#pragma once

#include <string_view>
#include <vector>

#include "baselines/describe.h"
#include "harness/experiment/experiment.h"

namespace cqs::workloads {

/// Where nothing is aborted, simple cancellation runs the same code as smart cancellation. A JVM takes a second
/// to start, so only the smart ones are measured there.
inline constexpr std::string_view without_aborts_the_same = ".simple";

/// The implementations of this kind that the JVM's program measures, but not those whose name ends with
/// `without`. They are skipped, with the reason, if the program was not built.
std::vector<harness::implementation> jvm_implementations(const std::vector<harness::parameter>& fixed,
                                                         baselines::kind kind, std::string_view without = {});

}  // namespace cqs::workloads
