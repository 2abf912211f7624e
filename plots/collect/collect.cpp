#include "plots/collect/collect.h"
#include "support/text.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>

#include "harness/analysis/modes.h"
#include "plots/collect/collect_bottlenecks.h"
#include "plots/collect/coordinates.h"

namespace cqs::plots {

namespace {

/// A reader cannot distinguish more lines than this.
constexpr std::size_t most_lines = 10;

/// A row that a definition selects, split into its parts.
struct entry {
  const source* from;
  const harness::row* row;
  std::string line;  ///< its implementation, and the other parameters that distinguish lines
  std::string x;
  coordinates panel;
  coordinates rest;
};
using entries = std::vector<const entry*>;

std::vector<entry> entries_of(const figure_definition& definition, const std::vector<source>& sources) {
  std::vector<entry> all;
  for (const source& from : sources) {
    for (const auto& [key, group] :
         from.results.groups()) {  // without disturbed samples, if there are others
      if (group.cell.experiment != definition.experiment) {
        continue;
      }
      for (const harness::row* row : group.rows) {
        entry e{&from, row, row->cell.implementation, "", {}, {}};
        for (const auto& [name, value] : coordinates_of(*row)) {
          if (name == definition.x.parameter) {
            e.x = value;
          } else if (std::ranges::find(definition.panels, name) != definition.panels.end()) {
            e.panel[name] = value;
          } else if (std::ranges::find(definition.lines_by, name) != definition.lines_by.end()) {
            e.line += " in " + value;
          } else {
            e.rest[name] = value;
          }
        }
        all.push_back(std::move(e));
      }
    }
  }
  return all;
}

/// Returns the names that have more than one value.
std::set<std::string> varying(const std::vector<entry>& all, coordinates entry::*part) {
  std::map<std::string, std::set<std::string>> values;
  for (const entry& e : all) {
    for (const auto& [name, value] : e.*part) {
      values[name].insert(value);
    }
  }
  std::set<std::string> names;
  for (const auto& [name, seen] : values) {
    if (seen.size() > 1) {
      names.insert(name);
    }
  }
  return names;
}

coordinates only(const coordinates& all, const std::set<std::string>& names) {
  coordinates result;
  for (const auto& [name, value] : all) {
    if (names.contains(name)) {
      result[name] = value;
    }
  }
  return result;
}

figure::point summarise(double x, const std::vector<double>& values) {
  const bool positive = std::ranges::all_of(values, [](double v) { return v > 0; });
  return {x, harness::median(values), harness::median_interval(values),
          positive && harness::modes_of(values).size() > 1};
}

/// Computes the share of waits up to the end of each bucket.
std::vector<figure::point> distribution(const entries& rows) {
  std::map<std::uint64_t, std::uint64_t> counts;
  std::uint64_t total = 0;
  for (const entry* e : rows) {
    for (const auto& [from, to, count] : e->row->wait_histogram) {
      counts[to] += count;
      total += count;
    }
  }
  std::vector<figure::point> points;
  std::uint64_t sum = 0;
  for (const auto& [end, count] : counts) {
    sum += count;
    points.push_back({static_cast<double>(end), static_cast<double>(sum) / static_cast<double>(total), {}});
  }
  return points;
}

std::vector<figure::point> points_of(const figure& figure, const measure& y, const entries& rows) {
  if (figure.shape == shape::distribution) {
    return distribution(rows);
  }
  std::map<std::string, std::vector<double>, by_number> values;
  for (const entry* e : rows) {
    if (const auto value = y.of(*e->row)) {
      values[e->x].push_back(*value);
    }
  }
  std::vector<figure::point> points;
  for (const auto& [x, of_x] : values) {
    points.push_back(summarise(x.empty() ? 0 : std::stod(x), of_x));
  }
  return points;
}

/// Orders by the patterns, then by name within a pattern. Leaves out names that no pattern matches.
std::vector<std::string> matching(const std::vector<std::string>& patterns, const entries& rows) {
  std::set<std::string> names;
  for (const entry* e : rows) {
    names.insert(e->line);
  }
  std::vector<std::string> ordered;
  for (const std::string& pattern : patterns) {
    for (const std::string& name : names) {
      if (support::matches(pattern, name) && std::ranges::find(ordered, name) == ordered.end()) {
        ordered.push_back(name);
      }
    }
  }
  return ordered;
}

/// Splits into the lines of the first figure and those of the figures that follow it.
std::vector<std::vector<std::string>> portions(const figure_definition& definition, const figure& figure,
                                               const entries& rows) {
  auto declared = matching(definition.series, rows);
  std::vector<std::string> others;
  for (const std::string& name : definition.only_these ? declared : matching({"*"}, rows)) {
    if (std::ranges::find(declared, name) == declared.end()) {
      others.push_back(name);
    }
  }
  if (figure.shape == shape::dots) {  // each has a line of its own: all fit
    declared.insert(declared.end(), others.begin(), others.end());
    return {declared};
  }
  if (declared.size() > most_lines) {
    others.insert(others.begin(), declared.begin() + most_lines, declared.end());
    declared.resize(most_lines);
  }
  std::vector<std::vector<std::string>> all;
  if (!declared.empty()) {
    all.push_back(declared);
  }
  while (!others.empty()) {
    std::vector<std::string> portion;
    if (!declared.empty()) {
      portion.push_back(declared.front());
    }
    const auto fitting = std::min(others.size(), most_lines - portion.size());
    const auto end = others.begin() + static_cast<std::ptrdiff_t>(fitting);
    portion.insert(portion.end(), others.begin(), end);
    others.erase(others.begin(), end);
    all.push_back(std::move(portion));
  }
  return all;
}

/// Puts simulated series after measured ones.
std::set<std::string> machines_of(const entries& rows) {
  std::set<std::string> names;
  for (const entry* e : rows) {
    names.insert(e->row->simulated_on);
  }
  return names;
}

std::vector<figure::series> series_of(const figure& figure, const measure& y,
                                      const std::vector<std::string>& lines, const entries& rows) {
  std::vector<figure::series> all;
  for (const std::string& line : lines) {
    for (const std::string& machine : machines_of(rows)) {
      entries of_it;
      std::ranges::copy_if(rows, std::back_inserter(of_it), [&](const entry* e) {
        return e->line == line && e->row->simulated_on == machine;
      });
      auto points = points_of(figure, y, of_it);
      if (!points.empty()) {
        all.push_back({line, of_it.front()->row->fair, machine, std::move(points)});
      }
    }
  }
  return all;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    text += (text.empty() || part.empty() ? "" : ", ") + part;
  }
  return text;
}

/// The rows of panels are the sources times the measures; the columns are the values of the panels.
class panel_grid {
 public:
  panel_grid(const figure_definition& definition, const std::vector<source>& sources,
             const std::set<std::string>& varying_panels)
      : _definition(definition), _sources(sources), _varying(varying_panels) {}

  void fill(figure& figure, const std::vector<std::string>& lines, const entries& rows) const {
    std::set<coordinates, by_values> values;
    for (const entry* e : rows) {
      values.insert(e->panel);
    }
    std::size_t row = 0;
    for (const source& from : _sources) {
      for (const measure& y : measures_of(figure)) {
        std::size_t column = 0;
        for (const coordinates& value : values) {
          // A single column is laid on its side.
          const bool single = values.size() == 1;
          add(figure,
              {.row = single ? 0 : row, .column = single ? row : column, .title = {}, .y = y, .series = {}},
              from, value, lines, rows);
          ++column;
        }
        ++row;
      }
    }
  }

 private:
  /// A distribution has only one measure: the share.
  std::vector<measure> measures_of(const figure& figure) const {
    return figure.shape == shape::distribution
               ? std::vector{measure{"wait_histogram", "share of hand-offs", unit::share, false}}
               : _definition.y;
  }

  /// Fills the panel, and adds it unless it is empty.
  void add(figure& figure, figure::panel panel, const source& from, const coordinates& value,
           const std::vector<std::string>& lines, const entries& rows) const {
    entries here;
    std::ranges::copy_if(rows, std::back_inserter(here),
                         [&](const entry* e) { return e->from == &from && e->panel == value; });
    panel.title = joined({_sources.size() > 1 ? from.label : "", to_string(only(value, _varying))});
    panel.series = series_of(figure, panel.y, lines, here);
    if (panel.series.empty()) {
      return;
    }
    if (figure.shape == shape::lines && _definition.x.parameter == "threads") {
      panel.hardware_threads = here.front()->row->hardware_threads;
      if (!here.front()->row->simulated()) {
        panel.socket_borders = socket_borders(from.results.fingerprint(), here.front()->row->placement);
      }
    }
    figure.panels.push_back(std::move(panel));
  }

  const figure_definition& _definition;
  const std::vector<source>& _sources;
  const std::set<std::string>& _varying;
};

/// A row for a whole grid lacks the grid's parameters; the parameters that it has must agree.
bool agree(const harness::row& row, const coordinates& rest) {
  return std::ranges::all_of(row.cell.parameters, [&](const auto& p) {
    const auto found = rest.find(p.name);
    return found == rest.end() || found->second == p.value;
  });
}

figure::absences absences_of(const figure_definition& definition, const std::vector<source>& sources,
                             const coordinates& rest, const std::set<std::string>& present) {
  figure::absences missing;
  for (const source& from : sources) {
    for (const harness::row& row : from.results.rows()) {
      if (row.cell.experiment == definition.experiment && row.status != harness::status::ok &&
          agree(row, rest) &&
          !(row.status == harness::status::skipped && present.contains(row.cell.implementation))) {
        missing[fmt::format("{}: {}", to_string(row.status), row.reason)].insert(row.cell.implementation);
      }
    }
  }
  return missing;
}

std::size_t least_samples(const entries& rows) {
  std::map<std::string, std::size_t> counts;
  for (const entry* e : rows) {
    ++counts[e->from->label + e->row->cell.name() + e->row->placement];
  }
  return std::ranges::min_element(counts, {}, [](const auto& c) { return c.second; })->second;
}

std::string suffix(const coordinates& values) {
  std::string text;
  for (const auto& [name, value] : values) {
    text += "_" + value;
  }
  std::ranges::replace_if(
      text, [](char c) { return c == '.' || c == ',' || c == '/' || c == ' '; }, '-');
  return text;
}

}  // namespace

std::vector<unsigned> socket_borders(const nlohmann::json& machine, const std::string& placement) {
  const auto& topology = machine.at("topology");
  const auto packages = topology.at("packages").get<unsigned>();
  // `compact` takes all cores before their siblings; `socket` and `smt` fill a package with both.
  const bool siblings_last = placement == "compact";
  if (packages < 2 || !(siblings_last || placement == "socket" || placement == "smt")) {
    return {};
  }
  const auto each = topology.at(siblings_last ? "cores" : "hardware_threads").get<unsigned>() / packages;
  std::vector<unsigned> borders;
  for (unsigned i = 1; i < packages; ++i) {
    borders.push_back(i * each);
  }
  return borders;
}

std::vector<figure> collect(const figure_definition& definition, const std::vector<source>& sources) {
  if (definition.shape == shape::bottlenecks) {
    return collect_bottlenecks(definition, sources);
  }
  const std::vector<entry> all = entries_of(definition, sources);
  const auto varying_rest = varying(all, &entry::rest);
  const auto varying_panels = varying(all, &entry::panel);
  const panel_grid grid(definition, sources, varying_panels);

  std::map<coordinates, entries, by_values> by_rest;
  for (const entry& e : all) {
    by_rest[e.rest].push_back(&e);
  }
  std::vector<figure> figures;
  for (const auto& [rest, rows] : by_rest) {
    figure common{.name = definition.name + suffix(only(rest, varying_rest)),
                  .title = joined({definition.title, to_string(only(rest, varying_rest))}),
                  .experiment = definition.experiment,
                  .in_paper = definition.in_paper ? definition.name : "",
                  .shape = definition.shape,
                  .x = definition.x,
                  .fixed = to_string(rest)};
    std::set<std::string> values_of_x;
    for (const entry* e : rows) {
      values_of_x.insert(e->x);
    }
    if (definition.shape == shape::lines && values_of_x.size() == 1) {  // no line has a second point
      common.shape = shape::dots;
      common.fixed = joined({definition.x.parameter + ": " + *values_of_x.begin(), common.fixed});
    }
    common.least_samples = least_samples(rows);
    const auto portions_of_it = portions(definition, common, rows);
    for (std::size_t i = 0; i < portions_of_it.size(); ++i) {
      figure figure = common;
      if (i > 0) {
        figure.name += fmt::format("_others{}", i);
        figure.title += fmt::format(" (other implementations, {})", i);
      }
      grid.fill(figure, portions_of_it[i], rows);
      std::set<std::string> present;
      for (const entry* e : rows) {
        present.insert(e->row->cell.implementation);
      }
      figure.missing = absences_of(definition, sources, rest, present);
      if (!figure.panels.empty()) {
        figures.push_back(std::move(figure));
      }
    }
  }
  return figures;
}

}  // namespace cqs::plots
