#pragma once

#include <string>

#include "harness/results.h"

namespace cqs::harness {

/// The paper's headline ratios, as a table beside ours.
std::string headlines(const results& results);

}  // namespace cqs::harness
