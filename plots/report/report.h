#pragma once

#include <string>
#include <vector>

#include "plots/collect/figure.h"
#include "plots/collect/source.h"

namespace cqs::plots {

/// A figure as the report shows it.
struct shown_figure {
  const plots::figure* figure;
  std::string wide_svg;
  std::string narrow_svg;  ///< for narrow screens
};

/// The text of report.html: the answer first, then the figures, all cells, the machine, how to do it again. One
/// file that needs no other and no network.
std::string report(const std::vector<source>& sources, const std::vector<shown_figure>& figures);

}  // namespace cqs::plots
