#pragma once

#include <pybind11/embed.h>
#include <nlohmann/json.hpp>

#include "plots/collect/figure.h"
#include "plots/draw/layout.h"

namespace cqs::plots {

/// A figure as a matplotlib object. The interpreter must be running.
class [[gnu::visibility("hidden")]] drawing {
 public:
  drawing(const plots::figure& figure, width width);

  const pybind11::object& canvas() const noexcept {
    return _canvas;
  }

  /// Returns the data on the axes, as read from matplotlib: for each panel its series with x, y and bounds.
  nlohmann::ordered_json read_back() const;

 private:
  struct range {
    double low;
    double high;
  };

  void draw_panel(std::size_t i);
  void draw_lines(const pybind11::object& axes, const figure::panel& panel);
  void draw_band(const pybind11::object& axes, const figure::series& series);
  void draw_dots(const pybind11::object& axes, const figure::panel& panel);
  void draw_threads(const pybind11::object& axes, const figure::panel& panel);
  void set_x_axis(const pybind11::object& axes, const layout::place& place);
  void set_y_axis(const pybind11::object& axes, const figure::panel& panel, const layout::place& place);
  void draw_legend();

  range range_of_x() const;
  range range_of_y(const measure& y) const;
  /// The position of an implementation in the legend.
  std::size_t order_of(const figure::series& series) const;

  const plots::figure& _figure;
  plots::layout _layout;
  std::vector<figure::series> _legend;
  pybind11::object _canvas;
  std::vector<pybind11::object> _axes;
};

}  // namespace cqs::plots
