#pragma once

#include <vector>

#include "plots/collect/figure.h"
#include "plots/collect/source.h"
#include "plots/figures/figure_definition.h"

namespace cqs::plots {

/// Makes the figures of a definition from results. A parameter that is neither on the x axis nor in panels
/// gives one figure per value; implementations that do not fit get further figures. Several sources appear
/// side by side in each figure. Returns none if nothing was measured.
std::vector<figure> collect(const figure_definition& definition, const std::vector<source>& sources);

/// Returns the thread counts after which the next socket begins, under this placement.
std::vector<unsigned> socket_borders(const nlohmann::json& machine, const std::string& placement);

}  // namespace cqs::plots
