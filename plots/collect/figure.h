#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/analysis/statistics.h"
#include "plots/figures/figure_definition.h"

namespace cqs::plots {

/// What a figure shows: all that reaches its axes, and nothing of how it looks.
struct figure {
  struct point {
    double x;
    double y;
    std::optional<harness::interval> bounds = {};  ///< of y; none of too few samples
    bool has_modes = false;                        ///< y is a median that stands for no sample
  };

  /// An implementation in one panel.
  struct series {
    std::string implementation;
    bool fair = false;
    std::string simulated_on;   ///< a machine; empty: it was measured
    std::vector<point> points;  ///< by x

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
    unsigned hardware_threads = 0;              ///< 0: not of interest here
    std::vector<unsigned> socket_borders = {};  ///< after so many threads the next socket begins
  };

  /// Why implementations are not in it, and which.
  using absences = std::map<std::string, std::set<std::string>>;

  std::string name;
  std::string title;
  std::string experiment;
  plots::shape shape = shape::lines;
  x_axis x = {};
  std::vector<panel> panels = {};
  std::string fixed = {};         ///< what is the same in all of it, such as `work: 100, placement: compact`
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
