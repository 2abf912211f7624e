#pragma once

#include <string_view>
#include <vector>

#include "plots/collect/figure.h"

namespace cqs::plots {

/// The width of a figure in print.
enum class width : unsigned char { one_column, two_columns };

std::string_view to_string(width value) noexcept;

/// The positions of a figure's parts, in inches from its lower left corner. Computed here, because
/// matplotlib's own layout needs several drawings of each figure.
struct layout {
  static constexpr double font_size = 7;  ///< in points; ticks and legend are one point smaller
  static constexpr double small_font_size = 6;
  static constexpr double below_axis = 0.15;  ///< the top of the x axis label, in inches
  static constexpr double beside_axis = 0.4;  ///< the right edge of the y axis label

  struct place {
    double left;
    double bottom;
    double width;
    double height;
    bool labels_y;  ///< the panel to its left has a different label
    bool labels_x;  ///< no panel below has the same label
  };

  double width;
  double height;
  std::vector<place> panels;  ///< in the order of the figure
  std::size_t legend_columns;

  static layout of(const figure& figure, plots::width width);
};

/// Returns the lines of a figure's legend: its series, and other marks that need an explanation.
std::vector<std::string> legend_labels(const figure& figure);

namespace legend_notes {
inline constexpr auto hardware_threads = "hardware threads";
inline constexpr auto oversubscribed = "oversubscribed";
inline constexpr auto socket_border = "next socket";
}  // namespace legend_notes

}  // namespace cqs::plots
