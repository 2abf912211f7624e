#pragma once

#include <vector>

#include "harness/record/results.h"
#include "plots/figures/figure_definition.h"

namespace cqs::plots {

/// The figures of the paper and ours.
const std::vector<figure_definition>& declared_figures();

/// Time per operation over what varies most: the figure of an experiment that nothing is declared for.
figure_definition default_figure(const std::vector<const harness::results*>& results,
                                 const std::string& experiment);

/// The declared figures of the experiments that the results have, and a default one for each other.
std::vector<figure_definition> figures_for(const std::vector<const harness::results*>& results);

}  // namespace cqs::plots
