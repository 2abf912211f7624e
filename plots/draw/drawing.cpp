#include "plots/draw/drawing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <pybind11/stl.h>

#include "harness/record/implementation.h"
#include "plots/draw/style.h"
#include "plots/draw/ticks.h"

namespace cqs::plots {

namespace py = pybind11;
using namespace pybind11::literals;

namespace {

constexpr auto shade = "#ECECEC";
constexpr auto rule = "#555555";
/// Matplotlib leaves names with this prefix out of its legends. The prefix also identifies the bounds.
constexpr auto bounds_of = "_bounds of ";

py::object artist(const char* module, const char* type) {
  return py::module_::import(module).attr(type);
}

py::tuple logarithmic_limits(double low, double high, double margin) {
  return py::make_tuple(low / margin, high * margin);
}

void set_ticks(const py::object& axis, const ticks& marks, bool labelled) {
  axis.attr("set_major_locator")(artist("matplotlib.ticker", "FixedLocator")(marks.positions));
  axis.attr("set_major_formatter")(
      artist("matplotlib.ticker", "FixedFormatter")(labelled ? marks.labels : std::vector<std::string>{}));
  axis.attr("set_minor_locator")(artist("matplotlib.ticker", "NullLocator")());
}

std::size_t fitting(double inches, double each) {
  return static_cast<std::size_t>(std::max(2.0, inches / each));
}

/// Converts numbers that matplotlib keeps in arrays to JSON.
std::vector<double> numbers(const py::object& array) {
  return py::module_::import("numpy").attr("asarray")(array).attr("tolist")().cast<std::vector<double>>();
}

}  // namespace

drawing::drawing(const plots::figure& figure, width width)
    : _figure(figure), _layout(layout::of(figure, width)), _legend(figure.legend()) {
  _canvas =
      artist("matplotlib.figure", "Figure")("figsize"_a = py::make_tuple(_layout.width, _layout.height));
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    draw_panel(i);
  }
  if (figure.shape != shape::dots) {
    draw_legend();
  }
}

void drawing::draw_panel(std::size_t i) {
  const auto& panel = _figure.panels[i];
  const auto& place = _layout.panels[i];
  const py::object axes =
      _canvas.attr("add_axes")(py::make_tuple(place.left / _layout.width, place.bottom / _layout.height,
                                              place.width / _layout.width, place.height / _layout.height));
  _axes.push_back(axes);
  // Fixed positions for titles and labels. Otherwise matplotlib computes them from all ticks for each
  // drawing: a quarter of the time.
  axes.attr("set_title")(panel.title, "fontsize"_a = layout::font_size, "pad"_a = 2.5, "y"_a = 1.0);
  axes.attr("xaxis").attr("set_label_coords")(0.5, -layout::below_axis / place.height);
  axes.attr("yaxis").attr("set_label_coords")(-layout::beside_axis / place.width, 0.5);
  axes.attr("tick_params")("labelsize"_a = layout::small_font_size, "length"_a = 2, "width"_a = 0.5,
                           "pad"_a = 2);
  axes.attr("set_axisbelow")(true);
  if (_figure.shape == shape::dots) {
    draw_dots(axes, panel);
    return;
  }
  axes.attr("grid")("axis"_a = "y", "linewidth"_a = 0.3, "color"_a = "#CCCCCC");
  set_x_axis(axes, place);
  set_y_axis(axes, panel, place);
  draw_threads(axes, panel);
  draw_lines(axes, panel);
}

void drawing::draw_lines(const py::object& axes, const figure::panel& panel) {
  for (const auto& series : panel.series) {
    std::vector<double> x;
    std::vector<double> y;
    for (const auto& point : series.points) {
      x.push_back(point.x);
      y.push_back(point.y);
    }
    draw_band(axes, series);
    const std::string colour = colour_of(series.implementation);
    const bool distribution = _figure.shape == shape::distribution;
    const auto order = order_of(series);
    py::dict style("label"_a = series.label(), "color"_a = colour, "linewidth"_a = 0.9, "markersize"_a = 3,
                   "marker"_a = marker(order), "markeredgewidth"_a = 0.6,
                   "markerfacecolor"_a = series.fair ? colour : "white",
                   "linestyle"_a = series.simulated() ? "-." : dashes(series.implementation),
                   "zorder"_a = harness::is_ours(series.implementation) ? 4 : 3);
    if (distribution) {  // a few markers, at a different place on each line
      const auto every = std::max<std::size_t>(1, x.size() / 5);
      style["markevery"] = py::make_tuple((order * every / 7) % every, every);
      style["drawstyle"] = "steps-post";
    }
    axes.attr("plot")(x, y, **style);
  }
}

void drawing::draw_band(const py::object& axes, const figure::series& series) {
  std::vector<double> x;
  std::vector<double> low;
  std::vector<double> high;
  for (const auto& point : series.points) {
    if (point.bounds) {
      x.push_back(point.x);
      low.push_back(point.bounds->low);
      high.push_back(point.bounds->high);
    }
  }
  if (x.empty()) {
    return;
  }
  const std::string colour = colour_of(series.implementation);
  const std::string label = bounds_of + series.label();
  if (x.size() == 1) {  // too narrow for a band
    axes.attr("vlines")(x, low, high, "color"_a = colour, "linewidth"_a = 0.8, "label"_a = label);
  } else if (series.simulated()) {
    axes.attr("fill_between")(x, low, high, "facecolor"_a = "none", "edgecolor"_a = colour,
                              "hatch"_a = "//////", "linewidth"_a = 0, "alpha"_a = 0.5, "label"_a = label);
  } else {
    axes.attr("fill_between")(x, low, high, "color"_a = colour, "alpha"_a = 0.18, "linewidth"_a = 0,
                              "label"_a = label);
  }
}

void drawing::draw_dots(const py::object& axes, const figure::panel& panel) {
  auto sorted = panel.series;
  std::ranges::sort(sorted, {}, [](const auto& s) { return s.points.front().y; });
  std::vector<std::string> names;
  std::vector<double> positions;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto& series = sorted[i];
    const auto& point = series.points.front();
    const std::string colour = colour_of(series.implementation);
    const auto at = static_cast<double>(i);
    if (point.bounds) {
      axes.attr("hlines")(std::vector{at}, std::vector{point.bounds->low}, std::vector{point.bounds->high},
                          "color"_a = colour, "linewidth"_a = 1.2, "label"_a = bounds_of + series.label(),
                          "linestyle"_a = series.simulated() ? ":" : "-");
    }
    axes.attr("plot")(std::vector{point.y}, std::vector{at}, "label"_a = series.label(), "color"_a = colour,
                      "marker"_a = "o", "markersize"_a = 3.2, "markeredgewidth"_a = 0.6,
                      "linestyle"_a = "none", "markerfacecolor"_a = series.fair ? colour : "white");
    names.push_back(series.label());
    positions.push_back(at);
  }
  const auto [low, high] = range_of_y(panel.y);
  const auto width = _layout.panels.front().width;
  if (panel.y.logarithmic) {
    axes.attr("set_xscale")("log");
    axes.attr("set_xlim")(logarithmic_limits(low, high, 1.25));
    set_ticks(axes.attr("xaxis"),
              ticks::logarithmic(low / 1.25, high * 1.25, panel.y.unit, fitting(width, 0.35)), true);
  } else {
    axes.attr("set_xlim")(0, high * 1.05 + 0.01);
    set_ticks(axes.attr("xaxis"), ticks::linear(0, high * 1.05, panel.y.unit, fitting(width, 0.35)), true);
  }
  set_ticks(axes.attr("yaxis"), {positions, names}, true);
  axes.attr("set_ylim")(static_cast<double>(sorted.size()) - 0.2, -0.8);
  axes.attr("set_xlabel")(panel.y.label, "fontsize"_a = layout::font_size, "labelpad"_a = 1);
  axes.attr("grid")("axis"_a = "both", "linewidth"_a = 0.3, "color"_a = "#DDDDDD");
}

void drawing::draw_threads(const py::object& axes, const figure::panel& panel) {
  if (panel.hardware_threads == 0) {
    return;
  }
  const auto [low, high] = range_of_x();
  const auto hardware = static_cast<double>(panel.hardware_threads);
  if (hardware < high) {
    axes.attr("axvspan")(hardware, high * 2, "color"_a = shade, "linewidth"_a = 0, "zorder"_a = 0);
  }
  if (hardware >= low && hardware <= high) {
    axes.attr("axvline")(hardware, "color"_a = rule, "linewidth"_a = 0.6, "linestyle"_a = "--",
                         "zorder"_a = 1);
  }
  for (const unsigned border : panel.socket_borders) {
    if (border >= low && border <= high) {
      axes.attr("axvline")(border, "color"_a = rule, "linewidth"_a = 0.6, "linestyle"_a = ":",
                           "zorder"_a = 1);
    }
  }
}

void drawing::set_x_axis(const py::object& axes, const layout::place& place) {
  const auto [low, high] = range_of_x();
  std::set<double> values;
  for (const auto& panel : _figure.panels) {
    for (const auto& series : panel.series) {
      for (const auto& point : series.points) {
        values.insert(point.x);
      }
    }
  }
  const auto most = fitting(place.width, _figure.x.unit == unit::nanoseconds ? 0.42 : 0.3);
  ticks marks = ticks::at({values.begin(), values.end()}, _figure.x.unit, most);
  switch (_figure.x.scale) {
    case scale::logarithmic:
      axes.attr("set_xscale")("log");
      axes.attr("set_xlim")(logarithmic_limits(low, high, 1.2));
      break;
    case scale::logarithmic_from_zero:
      axes.attr("set_xscale")("symlog", "linthresh"_a = 1);
      axes.attr("set_xlim")(low < 1 ? low - 0.2 : low / 1.3, high * 1.6);
      break;
    case scale::linear:
      axes.attr("set_xlim")(low - 0.04 * (high - low), high + 0.04 * (high - low));
      marks = ticks::linear(low, high, _figure.x.unit, most);
      break;
  }
  if (_figure.shape == shape::distribution) {
    marks = ticks::logarithmic(low, high, _figure.x.unit, most);
  }
  set_ticks(axes.attr("xaxis"), marks, true);
  if (place.labels_x) {
    axes.attr("set_xlabel")(_figure.x.label, "fontsize"_a = layout::font_size, "labelpad"_a = 1);
  }
}

void drawing::set_y_axis(const py::object& axes, const figure::panel& panel, const layout::place& place) {
  const auto [low, high] = range_of_y(panel.y);
  const auto most = fitting(place.height, 0.22);
  if (panel.y.logarithmic) {
    axes.attr("set_yscale")("log");
    axes.attr("set_ylim")(logarithmic_limits(low, high, 1.2));
    set_ticks(axes.attr("yaxis"), ticks::logarithmic(low / 1.2, high * 1.2, panel.y.unit, most),
              place.labels_y);
  } else {
    const double top = panel.y.unit == unit::share ? 1 : std::max(high, 1.0);
    axes.attr("set_ylim")(0, top * 1.05);
    set_ticks(axes.attr("yaxis"), ticks::linear(0, top, panel.y.unit, most), place.labels_y);
  }
  if (place.labels_y) {
    axes.attr("set_ylabel")(panel.y.label, "fontsize"_a = layout::font_size, "labelpad"_a = 2);
  }
}

void drawing::draw_legend() {
  std::vector<py::object> handles;
  std::vector<std::string> labels;
  for (const auto& axes : _axes) {
    for (const py::handle line : axes.attr("get_lines")()) {
      const auto label = line.attr("get_label")().cast<std::string>();
      const bool wanted = !label.starts_with('_') && std::ranges::find(labels, label) == labels.end();
      if (wanted) {
        handles.push_back(py::reinterpret_borrow<py::object>(line));
        labels.push_back(label);
      }
    }
  }
  // In the order of the legend, which is the order of the definition, in whichever panel an implementation
  // comes first.
  std::vector<py::object> ordered;
  for (const auto& series : _legend) {
    ordered.push_back(
        handles[static_cast<std::size_t>(std::ranges::find(labels, series.label()) - labels.begin())]);
  }
  const auto all = legend_labels(_figure);
  const auto line = artist("matplotlib.lines", "Line2D");
  for (std::size_t i = ordered.size(); i < all.size(); ++i) {
    if (all[i] == legend_notes::oversubscribed) {
      ordered.push_back(artist("matplotlib.patches", "Patch")("color"_a = shade, "linewidth"_a = 0));
    } else {
      ordered.push_back(line(std::vector<double>{}, std::vector<double>{}, "color"_a = rule,
                             "linewidth"_a = 0.6,
                             "linestyle"_a = all[i] == legend_notes::socket_border ? ":" : "--"));
    }
  }
  _canvas.attr("legend")(ordered, all, "loc"_a = "lower center", "ncol"_a = _layout.legend_columns,
                         "fontsize"_a = layout::small_font_size, "frameon"_a = false, "handlelength"_a = 2.4,
                         "handletextpad"_a = 0.4, "columnspacing"_a = 0.9, "labelspacing"_a = 0.25,
                         "borderpad"_a = 0, "borderaxespad"_a = 0.2);
}

drawing::range drawing::range_of_x() const {
  range all{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const auto& panel : _figure.panels) {
    for (const auto& series : panel.series) {
      all.low = std::min(all.low, series.points.front().x);
      all.high = std::max(all.high, series.points.back().x);
    }
  }
  return all;
}

drawing::range drawing::range_of_y(const measure& y) const {
  range all{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const auto& panel : _figure.panels) {
    if (panel.y.label != y.label) {
      continue;
    }
    for (const auto& series : panel.series) {
      for (const auto& point : series.points) {
        all.low = std::min(all.low, point.bounds ? point.bounds->low : point.y);
        all.high = std::max(all.high, point.bounds ? point.bounds->high : point.y);
      }
    }
  }
  return all;
}

std::size_t drawing::order_of(const figure::series& series) const {
  return static_cast<std::size_t>(std::ranges::find(_legend, series.label(), &figure::series::label) -
                                  _legend.begin());
}

nlohmann::ordered_json drawing::read_back() const {
  nlohmann::ordered_json panels = nlohmann::ordered_json::array();
  for (const auto& axes : _axes) {
    nlohmann::ordered_json panel;
    for (const char* what : {"title", "xlabel", "ylabel", "xscale", "yscale"}) {
      panel[what] = axes.attr((std::string("get_") + what).c_str())().cast<std::string>();
    }
    panel["series"] = nlohmann::ordered_json::array();
    for (const py::handle line : axes.attr("get_lines")()) {
      const auto label = line.attr("get_label")().cast<std::string>();
      if (!label.starts_with('_')) {
        panel["series"].push_back({{"label", label},
                                   {"x", numbers(line.attr("get_xdata")())},
                                   {"y", numbers(line.attr("get_ydata")())}});
      }
    }
    for (const py::handle band : axes.attr("collections")) {
      const auto label = band.attr("get_label")().cast<std::string>();
      const auto found = std::ranges::find_if(panel["series"], [&](const auto& s) {
        return bounds_of + s.at("label").template get<std::string>() == label;
      });
      if (found == panel["series"].end()) {
        continue;
      }
      std::map<double, range> bounds;
      const bool dots = _figure.shape == shape::dots;
      for (const py::handle path : band.attr("get_paths")()) {
        for (const py::handle vertex : path.attr("vertices")) {
          const auto pair = vertex.cast<std::vector<double>>();
          const double at = dots ? pair[1] : pair[0];
          const double value = dots ? pair[0] : pair[1];
          const auto [here, is_new] = bounds.try_emplace(at, range{value, value});
          here->second = {std::min(here->second.low, value), std::max(here->second.high, value)};
        }
      }
      for (const auto& [at, both] : bounds) {
        (*found)["low"].push_back(both.low);
        (*found)["high"].push_back(both.high);
      }
    }
    panels.push_back(std::move(panel));
  }
  return {{"figure", _figure.name}, {"title", _figure.title}, {"fixed", _figure.fixed}, {"panels", panels}};
}

}  // namespace cqs::plots
