#pragma once

#include <string>
#include <vector>

#include "plots/collect/figure.h"
#include "plots/collect/source.h"

namespace cqs::plots {

/// A figure in the report.
struct shown_figure {
  const plots::figure* figure;
  std::string wide_svg;
  std::string narrow_svg;                    ///< for narrow screens
  const plots::figure* simulated = nullptr;  ///< its counterpart on a simulated machine; null: there is none
  std::string simulated_svg = {};            ///< one column wide, as `narrow_svg`
};

/// Returns the text of report.html: first the answer, then the figures, all cells, the machine, and how to
/// reproduce it. The file needs no other file and no network.
///
/// `simulated` is empty, or the simulation of the paper's machine that belongs to the one source. Then the paper's
/// figures show both, with the paper's claims.
std::string report(const std::vector<source>& sources, const std::vector<source>& simulated,
                   const std::vector<shown_figure>& figures);

}  // namespace cqs::plots
