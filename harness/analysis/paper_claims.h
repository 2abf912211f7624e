#pragma once

#include <string>

#include "harness/record/results.h"

namespace cqs::harness {

/// The paper's headline ratios, as a table beside ours.
std::string paper_claims(const results& results);

/// The same with the paper's own words, simulated and measured ratios side by side, and a verdict for each.
std::string paper_claims(const results& simulated, const results& measured);

}  // namespace cqs::harness
