#pragma once

#include <vector>

#include "plots/collect/figure.h"
#include "plots/collect/source.h"
#include "plots/figures/figure_definition.h"

namespace cqs::plots {

/// For a simulated experiment: one panel per implementation of the definition. It shows how often each line
/// of memory moves between cores, per operation. Returns none if nothing was simulated.
std::vector<figure> collect_bottlenecks(const figure_definition& definition,
                                        const std::vector<source>& sources);

}  // namespace cqs::plots
