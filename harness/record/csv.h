#pragma once

#include <string>

#include "harness/record/results.h"

namespace cqs::harness {

/// Results as a table: one line a sample, with a column for each field of a row, for each parameter and for each measure that
/// any row has. What a row lacks is empty. As RFC 4180.
std::string to_csv(const results& results);

}  // namespace cqs::harness
