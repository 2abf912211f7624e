#pragma once

#include <string>

#include "harness/record/results.h"

namespace cqs::harness {

/// The paper's headline ratios, as a table beside ours.
std::string paper_claims(const results& results);

}  // namespace cqs::harness
