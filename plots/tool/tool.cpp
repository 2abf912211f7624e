#include "plots/tool/tool.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "harness/record/results_directory.h"
#include "plots/collect/collect.h"
#include "plots/draw/matplotlib.h"
#include "plots/figures/definitions.h"
#include "plots/report/caption.h"
#include "plots/report/report.h"
#include "support/error.h"
#include "support/nearest_name.h"

namespace cqs::plots {

namespace {

using std::filesystem::path;
using support::user_error;

class tool {
 public:
  tool() {
    _app.add_option("RESULTS", _directories,
                    "results directories; several are shown side by side in each figure");
    _app.add_flag("--list", _list, "print the names and titles of the declared figures");
    _app.add_option("--output", _output,
                    "the folder for the figures and the report (default: RESULTS, if it is only one)");
    _app.add_option("--label", _labels, "a label for each directory (default: its name)")->delimiter(',');
    _app.add_option("--experiment", _experiments, "only the figures of these experiments")->delimiter(',');
    _app.add_option("--format", _formats,
                    fmt::format("file formats: {} (default: all)", fmt::join(matplotlib::formats(), ", ")))
        ->delimiter(',')
        ->check(CLI::IsMember(matplotlib::formats()));
    _app.footer("Docs: docs/plots.md");
  }

  int run(int argc, char** argv) {
    try {
      _app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
      return _app.exit(e) == 0 ? 0 : 2;
    }
    if (_list) {
      for (const figure_definition& figure : declared_figures()) {
        fmt::print("{:<24}{}\n", figure.name, figure.title);
      }
      return 0;
    }
    if (_directories.empty()) {
      throw user_error("name a results directory, such as results/reference-2-vcpu; see cqs-plot --help");
    }
    const auto sources = read_sources();
    const auto simulated = read_simulated();
    const auto figures = collect_figures(sources);
    const auto counterparts = collect_counterparts(figures, simulated);
    const harness::results_directory folder(output());
    if (figures.empty()) {
      fmt::print(stderr,
                 "cqs-plot: nothing was measured, so there are no figures; the report gives the reasons\n");
    } else {
      draw(figures, sources, counterparts, simulated);
    }
    write_report(figures, sources, counterparts, simulated);
    return 0;
  }

 private:
  std::vector<source> read_sources() const {
    if (!_labels.empty() && _labels.size() != _directories.size()) {
      throw user_error(
          fmt::format("there are {} results directories and {} labels: give one --label for each",
                      _directories.size(), _labels.size()));
    }
    std::vector<source> sources;
    for (std::size_t i = 0; i < _directories.size(); ++i) {
      const path directory = _directories[i];
      sources.push_back(
          {_labels.empty() ? label_of(directory) : _labels[i], harness::results::read(directory)});
      if (sources.back().results.rows().empty()) {
        throw user_error(fmt::format("'{0}' has no samples yet: continue with scripts/sweep --resume {0}",
                                     directory.string()));
      }
    }
    return sources;
  }

  /// The simulation that a sweep leaves beside its measured results. The report does without one that cannot be read.
  std::vector<source> read_simulated() const {
    std::vector<source> found;
    const path directory = path(_directories.front()) / harness::results_directory::simulated;
    if (_directories.size() > 1 || !harness::results_directory::has_results(directory)) {
      return found;
    }
    try {
      found.push_back({label_of(directory), harness::results::read(directory)});
      if (found.back().results.simulated_on().empty()) {
        throw user_error(fmt::format("{} was measured, not simulated", directory.string()));
      }
      const auto& results = found.back().results;
      const auto planned = results.fingerprint().at("sweep").value("samples", std::size_t{0});
      if (results.rows().size() < planned) {
        throw user_error(fmt::format("it has {} of {} samples; go on with: scripts/sweep --resume {}",
                                     results.rows().size(), planned, _directories.front()));
      }
    } catch (const user_error& e) {
      fmt::print(stderr, "cqs-plot: the report leaves out the simulation: {}\n", e.what());
      found.clear();
    }
    return found;
  }

  /// By the name of the measured figure: the same figure, simulated. Of a paper's figure that splits into several, the
  /// first has it.
  static std::map<std::string, figure> collect_counterparts(const std::vector<figure>& figures,
                                                            const std::vector<source>& simulated) {
    std::map<std::string, figure> counterparts;
    std::set<std::string> done;
    for (const figure& measured : figures) {
      if (simulated.empty() || measured.in_paper.empty() || !done.insert(measured.in_paper).second) {
        continue;
      }
      const auto definition =
          std::ranges::find(declared_figures(), measured.in_paper, &figure_definition::name);
      if (auto found = collect(*definition, simulated); !found.empty()) {
        counterparts.emplace(measured.name, std::move(found.front()));
      }
    }
    return counterparts;
  }

  static std::string label_of(const path& directory) {
    const path absolute = std::filesystem::weakly_canonical(directory);
    return absolute.filename().string();
  }

  path output() const {
    if (!_output.empty()) {
      return _output;
    }
    if (_directories.size() > 1) {
      throw user_error(
          "figures of several results directories need a folder of their own: name one with --output");
    }
    return _directories.front();
  }

  std::vector<figure> collect_figures(const std::vector<source>& sources) const {
    std::vector<const harness::results*> results;
    for (const source& from : sources) {
      results.push_back(&from.results);
    }
    const auto definitions = figures_for(results);
    check_experiments(definitions);
    std::vector<figure> figures;
    for (const auto& definition : definitions) {
      const bool wanted = _experiments.empty() ||
                          std::ranges::find(_experiments, definition.experiment) != _experiments.end();
      if (wanted) {
        std::ranges::move(collect(definition, sources), std::back_inserter(figures));
      }
    }
    return figures;
  }

  void check_experiments(const std::vector<figure_definition>& definitions) const {
    std::vector<std::string> names;
    for (const auto& definition : definitions) {
      names.push_back(definition.experiment);
    }
    for (const std::string& name : _experiments) {
      if (std::ranges::find(names, name) == names.end()) {
        throw user_error(
            fmt::format("the results have no experiment '{}'{}", name, support::did_you_mean(name, names)));
      }
    }
  }

  struct drawing_job {
    const plots::figure* figure;
    const std::vector<source>* sources;
    path folder;
  };

  path figures_folder() const { return output() / "figures"; }
  path simulated_folder() const { return figures_folder() / harness::results_directory::simulated; }

  void draw(const std::vector<figure>& figures, const std::vector<source>& sources,
            const std::map<std::string, figure>& counterparts, const std::vector<source>& simulated) const {
    std::vector<drawing_job> jobs;
    for (const figure& each : figures) {
      jobs.push_back({&each, &sources, harness::results_directory(figures_folder()).path()});
    }
    for (const auto& [name, each] : counterparts) {
      jobs.push_back({&each, &simulated, harness::results_directory(simulated_folder()).path()});
    }
    matplotlib plotter;
    // The longest jobs first, so that the processes end at about the same time.
    std::ranges::stable_sort(jobs, std::ranges::greater{},
                             [](const drawing_job& job) { return job.figure->panels.size(); });
    matplotlib::in_parallel(jobs.size(), [&](std::size_t i) {
      const auto& [figure, from, folder] = jobs[i];
      nlohmann::ordered_json data;  // the same in both widths
      for (const width width : {width::one_column, width::two_columns}) {
        data = plotter.draw(*figure, width, stem(folder, *figure, width), formats());
      }
      harness::results_directory::replace(folder / (figure->name + ".json"), data.dump(1) + "\n");
      harness::results_directory::replace(folder / (figure->name + ".tex"), latex_caption(*figure, *from));
    });
    fmt::print("{} figures in {}\n", jobs.size(), figures_folder().string());
  }

  void write_report(const std::vector<figure>& figures, const std::vector<source>& sources,
                    const std::map<std::string, figure>& counterparts,
                    const std::vector<source>& simulated) const {
    std::vector<shown_figure> shown;
    for (const figure& figure : figures) {
      auto& one = shown.emplace_back(shown_figure{&figure, svg(figures_folder(), figure, width::two_columns),
                                                  svg(figures_folder(), figure, width::one_column)});
      if (const auto counterpart = counterparts.find(figure.name); counterpart != counterparts.end()) {
        one.simulated = &counterpart->second;
        one.simulated_svg = svg(simulated_folder(), counterpart->second, width::one_column);
      }
    }
    const path file = output() / "report.html";
    harness::results_directory::replace(file, report(sources, simulated, shown));
    fmt::print("report: {}\n", file.string());
  }

  static path stem(const path& folder, const figure& figure, width width) {
    return folder / fmt::format("{}.{}", figure.name, to_string(width));
  }

  static std::string svg(const path& folder, const figure& figure, width width) {
    std::ifstream file(stem(folder, figure, width).string() + ".svg");
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// The report shows SVG, whichever other formats are selected.
  std::vector<std::string> formats() const {
    auto all = _formats;
    if (std::ranges::find(all, "svg") == all.end()) {
      all.emplace_back("svg");
    }
    return all;
  }

  CLI::App _app{"Draws the figures of results directories and writes their report", "cqs-plot"};
  std::vector<std::string> _directories;
  bool _list = false;
  std::string _output;
  std::vector<std::string> _labels;
  std::vector<std::string> _experiments;
  std::vector<std::string> _formats = matplotlib::formats();
};

}  // namespace

int run_tool(int argc, char** argv) {
  try {
    return tool().run(argc, argv);
  } catch (const user_error& e) {
    fmt::print(stderr, "cqs-plot: {}\n", e.what());
  } catch (const std::exception& e) {
    fmt::print(stderr, "cqs-plot: unexpectedly: {}\n", e.what());
  }
  return 2;
}

}  // namespace cqs::plots
