#pragma once

#include <vector>

#include "harness/record/results.h"
#include "plots/figures/figure_definition.h"

namespace cqs::plots {

/// The figures of the paper, and our own.
const std::vector<figure_definition>& declared_figures();

/// The figure of an experiment without a declared one: time per operation over the parameter with the most
/// values.
figure_definition default_figure(const std::vector<const harness::results*>& results,
                                 const std::string& experiment);

/// Returns the declared figures of the experiments in the results, and a default figure for each other
/// experiment.
std::vector<figure_definition> figures_for(const std::vector<const harness::results*>& results);

}  // namespace cqs::plots
