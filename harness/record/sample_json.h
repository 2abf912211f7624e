#pragma once

#include <nlohmann/json.hpp>

#include "harness/record/row.h"
#include "harness/record/sample.h"

namespace cqs::harness {

/// How the process that takes a sample tells it to the one that has asked for it.
nlohmann::ordered_json to_json(const sample& sample);

/// Sets what was measured and how it ended in `row`. Throws `nlohmann::json::exception`.
void take_over(row& row, const nlohmann::json& sample);

}  // namespace cqs::harness
