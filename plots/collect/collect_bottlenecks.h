#pragma once

#include <vector>

#include "plots/collect/figure.h"
#include "plots/collect/source.h"
#include "plots/figures/figure_definition.h"

namespace cqs::plots {

/// Of an experiment that was simulated: a panel for each implementation that the definition asks for, in it the lines of
/// memory that go from core to core, how often in an operation. None if nothing was simulated.
std::vector<figure> collect_bottlenecks(const figure_definition& definition,
                                        const std::vector<source>& sources);

}  // namespace cqs::plots
