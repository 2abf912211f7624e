#include "plots/draw/layout.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace cqs::plots {

namespace {

constexpr double one_column_inches = 3.33;
constexpr double two_columns_inches = 7.0;

constexpr double edge = 0.05;
constexpr double y_labels = 0.53;
constexpr double gap = 0.1;
constexpr double title = 0.17;
constexpr double x_ticks = 0.16;
constexpr double x_label = 0.12;
constexpr double line = 0.104;  // of the legend
constexpr double legend_handle = 0.33;
constexpr double dots_line = 0.115;

double text_width(std::size_t characters) {
  return static_cast<double>(characters) * 0.56 * layout::small_font_size / 72;
}

std::size_t longest(const std::vector<std::string>& texts) {
  std::size_t most = 0;
  for (const auto& text : texts) {
    most = std::max(most, text.size());
  }
  return most;
}

/// The grid in print: breaks rows with more panels than fit.
struct grid_position {
  std::size_t row;
  std::size_t column;
};

std::vector<grid_position> arranged(const figure& figure, std::size_t most_columns) {
  std::map<std::size_t, std::size_t> columns_of_row;
  for (const auto& p : figure.panels) {
    columns_of_row[p.row] = std::max(columns_of_row[p.row], p.column + 1);
  }
  std::map<std::size_t, std::size_t> first_row;
  std::size_t rows = 0;
  for (const auto& [row, columns] : columns_of_row) {
    first_row[row] = rows;
    rows += (columns + most_columns - 1) / most_columns;
  }
  std::vector<grid_position> positions;
  for (const auto& p : figure.panels) {
    positions.push_back({first_row[p.row] + p.column / most_columns, p.column % most_columns});
  }
  return positions;
}

bool says_the_same(const figure::panel& a, const figure::panel& b) {
  return a.y.label == b.y.label;
}

class lines_layout {
 public:
  lines_layout(const figure& figure, plots::width width)
      : _figure(figure),
        _two(width == plots::width::two_columns),
        _width(_two ? two_columns_inches : one_column_inches),
        _at(arranged(figure, _two ? 4 : 2)) {
    for (const auto& at : _at) {
      _rows = std::max(_rows, at.row + 1);
      _columns = std::max(_columns, at.column + 1);
    }
  }

  layout make() const {
    layout result{_width, 0, {}, 1};
    const auto labels = legend_labels(_figure);
    const double entry = text_width(longest(labels)) + legend_handle;
    const auto fitting = static_cast<std::size_t>(std::max(1.0, (_width - 2 * edge) / entry));
    result.legend_columns = std::min(fitting, labels.size());
    const auto legend_lines = (labels.size() + result.legend_columns - 1) / result.legend_columns;
    const double legend = static_cast<double>(legend_lines) * line + 0.02;

    std::vector<double> lefts = left_margins();
    double margins = 2 * edge;
    for (const double left : lefts) {
      margins += left;
    }
    const double panel_width = (_width - margins) / static_cast<double>(_columns);
    const double panel_height = _two ? (_columns == 1 ? 2.2 : 1.5) : (_columns == 1 ? 1.7 : 1.3);
    const double pitch = title + panel_height + x_ticks;
    result.height = edge + legend + x_label + static_cast<double>(_rows) * pitch;

    for (std::size_t i = 0; i < _at.size(); ++i) {
      const auto [row, column] = _at[i];
      double left = edge;
      for (std::size_t c = 0; c <= column; ++c) {
        left += lefts[c] + (c < column ? panel_width : 0);
      }
      const double bottom = edge + legend + x_label + static_cast<double>(_rows - 1 - row) * pitch + x_ticks;
      result.panels.push_back(
          {left, bottom, panel_width, panel_height, labels_y(i), !has_panel(row + 1, column)});
    }
    return result;
  }

 private:
  bool has_panel(std::size_t row, std::size_t column) const {
    return std::ranges::any_of(_at, [&](const auto& at) { return at.row == row && at.column == column; });
  }

  bool labels_y(std::size_t i) const {
    for (std::size_t j = 0; j < _at.size(); ++j) {
      if (_at[j].row == _at[i].row && _at[j].column + 1 == _at[i].column) {
        return !says_the_same(_figure.panels[j], _figure.panels[i]);
      }
    }
    return true;
  }

  std::vector<double> left_margins() const {
    std::vector<double> margins(_columns, gap);
    for (std::size_t i = 0; i < _at.size(); ++i) {
      if (labels_y(i)) {
        margins[_at[i].column] = y_labels + (_at[i].column > 0 ? gap : 0);
      }
    }
    return margins;
  }

  const figure& _figure;
  bool _two;
  double _width;
  std::vector<grid_position> _at;
  std::size_t _rows = 1;
  std::size_t _columns = 1;
};

/// Stacks panels as high as their number of dots, each below the shortest column.
layout dots_layout(const figure& figure, plots::width width) {
  const bool two = width == plots::width::two_columns;
  const double total = two ? two_columns_inches : one_column_inches;
  const std::size_t columns = two && figure.panels.size() > 1 ? 2 : 1;
  std::size_t characters = 0;
  for (const auto& s : figure.legend()) {
    characters = std::max(characters, s.label().size());
  }
  const double names = 1.08 * text_width(characters) + 0.08;
  const double column_width = (total - 2 * edge) / static_cast<double>(columns);
  layout result{total, 0, {}, 0};
  std::vector<double> used(columns, edge);
  for (const auto& panel : figure.panels) {
    const auto shortest = std::ranges::min_element(used);
    const auto column = static_cast<double>(shortest - used.begin());
    const double height = static_cast<double>(panel.series.size() + 1) * dots_line;
    *shortest += title + height;
    result.panels.push_back({edge + column * column_width + names, -*shortest, column_width - names - 2 * gap,
                             height, true, true});
    *shortest += x_ticks + x_label;
  }
  result.height = *std::ranges::max_element(used) + edge;
  for (auto& p : result.panels) {
    p.bottom += result.height;
  }
  return result;
}

}  // namespace

std::string_view to_string(width value) noexcept {
  return value == width::one_column ? "one-column" : "two-column";
}

layout layout::of(const figure& figure, plots::width width) {
  return figure.shape == shape::dots ? dots_layout(figure, width) : lines_layout(figure, width).make();
}

std::vector<std::string> legend_labels(const figure& figure) {
  std::vector<std::string> labels;
  for (const auto& s : figure.legend()) {
    labels.push_back(s.label());
  }
  if (std::ranges::any_of(figure.panels, [](const auto& p) { return p.hardware_threads > 0; })) {
    labels.emplace_back(legend_notes::hardware_threads);
    labels.emplace_back(legend_notes::oversubscribed);
  }
  if (std::ranges::any_of(figure.panels, [](const auto& p) { return !p.socket_borders.empty(); })) {
    labels.emplace_back(legend_notes::socket_border);
  }
  return labels;
}

}  // namespace cqs::plots
