#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/analysis/statistics.h"
#include "plots/figures/figure_definition.h"

namespace cqs::plots {

/// The content of a figure: all data on its axes, and nothing about its appearance.
struct figure {
  struct point {
    double x;
    double y;
    std::optional<harness::interval> bounds = {};  ///< of y; none of too few samples
    bool has_modes = false;                        ///< y is a median that stands for no sample
  };

  /// One implementation in one panel.
  struct series {
    std::string implementation;
    bool fair = false;
    std::string simulated_on;   ///< a machine; empty: measured
    std::vector<point> points;  ///< sorted by x

    bool simulated() const noexcept { return !simulated_on.empty(); }
    std::string label() const {
      return simulated() ? implementation + " (simulated: " + simulated_on + ")" : implementation;
    }
  };

  struct panel {
    std::size_t row = 0;
    std::size_t column = 0;
    std::string title;
    measure y;
    std::vector<plots::figure::series> series;  ///< none is empty
    unsigned hardware_threads = 0;              ///< 0: not relevant here
    std::vector<unsigned> socket_borders = {};  ///< the next socket begins after these thread counts
  };

  /// Implementations that are missing, and the reason.
  using absences = std::map<std::string, std::set<std::string>>;

  std::string name;
  std::string title;
  std::string experiment;
  std::string in_paper = {};  ///< the name of the declaration, if the paper has this figure
  plots::shape shape = shape::lines;
  x_axis x = {};
  std::vector<panel> panels = {};
  std::string fixed = {};         ///< common to all panels, such as `work: 100, placement: compact`
  std::string simulated_on = {};  ///< the machine of all series; empty: each series names its own
  std::size_t least_samples = 0;
  absences missing = {};

  bool simulated() const;
  /// How many points have modes, of all panels.
  std::size_t points_with_modes() const;
  /// In the order of the legend; each once.
  std::vector<series> legend() const;
};

}  // namespace cqs::plots
