#pragma once

#include <vector>

#include "plots/collect/figure.h"
#include "plots/collect/source.h"
#include "plots/figures/figure_definition.h"

namespace cqs::plots {

/// The figures that a definition makes of results: one for each value of what it neither puts on its x axis
/// nor into panels, and further ones for implementations that do not fit. Several sources stand side by side
/// in each. None if nothing was measured.
std::vector<figure> collect(const figure_definition& definition, const std::vector<source>& sources);

/// After how many threads, placed so, the next socket begins.
std::vector<unsigned> socket_borders(const nlohmann::json& machine, const std::string& placement);

}  // namespace cqs::plots
