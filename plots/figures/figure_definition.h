#pragma once

#include <string>
#include <vector>

#include "plots/figures/measure.h"

namespace cqs::plots {

enum class shape : unsigned char {
  lines,         ///< y over x, one line per implementation, its interval as a band
  distribution,  ///< the share of waits up to each duration, from the rows' histograms
  dots,          ///< one dot per implementation, with its interval
  bottlenecks,   ///< simulated rows: one dot per line of memory, one panel per implementation
};

enum class scale : unsigned char { linear, logarithmic, logarithmic_from_zero };

/// The x axis: a parameter of the cells, or their threads.
struct x_axis {
  std::string parameter = "threads";
  std::string label = "threads";
  plots::unit unit = unit::count;
  plots::scale scale = scale::logarithmic;
};

/// The declaration of a figure: which rows, which axes, which lines. A parameter that varies and is neither
/// the x axis nor a panel makes separate figures. So no line joins cells that differ in more than x.
struct figure_definition {
  std::string name;  ///< of its files
  std::string title;
  std::string experiment;
  plots::shape shape = shape::lines;
  x_axis x = {};
  std::vector<measure> y = {measures::time_per_operation};  ///< one row of panels each
  std::vector<std::string> panels = {};                     ///< parameters; one panel for each value
  /// Patterns of implementations. Matching implementations form the figure, and the first one is the
  /// reference. All others follow in further figures, beside the reference.
  std::vector<std::string> series = {"cqs.*", "*"};
  std::vector<std::string> lines_by = {};  ///< parameters that also distinguish lines
  bool only_these = false;                 ///< draw no figures of the other implementations
  bool in_paper = false;  ///< the paper has this figure: a report shows a simulation of its machine beside it
};

}  // namespace cqs::plots
