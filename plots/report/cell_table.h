#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "plots/collect/source.h"

namespace cqs::plots {

/// Returns all cells as a table: `columns`, each with its name and whether it is numeric, and `rows`. Cells
/// that could not be measured are included, with the reason.
nlohmann::ordered_json cell_table(const std::vector<source>& sources);

}  // namespace cqs::plots
