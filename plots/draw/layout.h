#pragma once

#include <string_view>
#include <vector>

#include "plots/collect/figure.h"

namespace cqs::plots {

/// How wide a figure is in print.
enum class width : unsigned char { one_column, two_columns };

std::string_view to_string(width value) noexcept;

/// Where the parts of a figure are, in inches from its lower left corner. Worked out by hand, as matplotlib's own
/// layout takes several drawings of each figure.
struct layout {
  static constexpr double font_size = 7;  ///< points, as is the ticks' and the legend's a point less
  static constexpr double small_font_size = 6;
  static constexpr double below_axis = 0.15;  ///< where the label of the x axis begins, in inches
  static constexpr double beside_axis = 0.4;  ///< where that of the y axis ends

  struct place {
    double left;
    double bottom;
    double width;
    double height;
    bool labels_y;  ///< the panel to its left does not say the same
    bool labels_x;  ///< no panel below does
  };

  double width;
  double height;
  std::vector<place> panels;  ///< as in the figure
  std::size_t legend_columns;

  static layout of(const figure& figure, plots::width width);
};

/// The lines of a figure's legend: its series and what else needs to be explained.
std::vector<std::string> legend_labels(const figure& figure);

namespace legend_notes {
inline constexpr auto hardware_threads = "hardware threads";
inline constexpr auto oversubscribed = "oversubscribed";
inline constexpr auto socket_border = "next socket";
}  // namespace legend_notes

}  // namespace cqs::plots
