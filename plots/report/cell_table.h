#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "plots/collect/source.h"

namespace cqs::plots {

/// All cells as a table: `columns`, each with its name and whether it holds numbers, and `rows`. Cells that
/// could not be measured are among them, with the reason.
nlohmann::ordered_json cell_table(const std::vector<source>& sources);

}  // namespace cqs::plots
