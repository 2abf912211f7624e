#pragma once

#include <string>
#include <vector>

#include "plots/figures/measure.h"

namespace cqs::plots {

enum class shape : unsigned char {
  lines,         ///< y over x, one line an implementation, its interval as a band
  distribution,  ///< the share of waits that were not longer, from the rows' histograms
  dots,          ///< one dot an implementation, with its interval
  bottlenecks,   ///< of what was simulated: one dot for each line of memory, a panel for each implementation
};

enum class scale : unsigned char { linear, logarithmic, logarithmic_from_zero };

/// The x axis: a parameter of the cells, or their threads.
struct x_axis {
  std::string parameter = "threads";
  std::string label = "threads";
  plots::unit unit = unit::count;
  plots::scale scale = scale::logarithmic;
};

/// A figure, declared: which rows, what over what, which lines. What varies in the rows and is neither the x
/// axis nor a panel makes a figure of its own, so that no line ever joins cells that differ in more than x.
struct figure_definition {
  std::string name;  ///< of its files
  std::string title;
  std::string experiment;
  plots::shape shape = shape::lines;
  x_axis x = {};
  std::vector<measure> y = {measures::time_per_operation};  ///< a row of panels each
  std::vector<std::string> panels = {};                     ///< parameters; a panel for each of their values
  /// Patterns of implementations. Those they match are the figure, the first of them is the reference; all
  /// others follow in figures of their own, beside the reference.
  std::vector<std::string> series = {"cqs.*", "*"};
  std::vector<std::string> lines_by = {};  ///< parameters that tell lines apart, beside their implementations
  bool only_these = false;                 ///< no figures of the others
};

}  // namespace cqs::plots
