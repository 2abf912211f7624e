#pragma once

#include <string>

#include "harness/record/results.h"

namespace cqs::harness {

/// The text of summary.md: the answer first, then each experiment, what failed, what was skipped, warnings
/// and remedies.
std::string summarise(const results& results);

}  // namespace cqs::harness
