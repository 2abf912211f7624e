#pragma once

#include <string>
#include <vector>

#include "harness/record/results.h"

namespace cqs::harness {

/// How good the measurement is, in sentences: how sure its medians are, what disturbed it, where samples are too few or too
/// short, how many cells have more than one mode.
std::vector<std::string> quality_of(const results& results);

}  // namespace cqs::harness
