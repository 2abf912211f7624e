#include "plots/report/caption.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/counted.h"

namespace cqs::plots {

namespace {

std::string sentence_of(const source& from, const figure& figure, bool one_of_many) {
  const auto& machine = from.results.fingerprint();
  const auto& topology = machine.at("topology");
  std::set<std::string> days;
  std::set<std::string> commits;
  for (const harness::row& row : from.results.rows()) {
    if (row.cell.experiment == figure.experiment && row.status == harness::status::ok) {
      days.insert(row.time.substr(0, row.time.find('T')));
      commits.insert(row.commit);
    }
  }
  return fmt::format(
      "{}{}, {}, {}, {}, {}; commit {}; {}.", one_of_many ? from.label + ": " : "",
      machine.at("cpu").at("model").get<std::string>(), support::counted(topology.at("packages"), "package"),
      support::counted(topology.at("cores"), "core"),
      support::counted(topology.at("hardware_threads"), "hardware thread"),
      machine.at("system").at("kernel").get<std::string>(), fmt::join(commits, ", "), fmt::join(days, ", "));
}

std::string how_to_read(const figure& figure) {
  const std::string samples = figure.least_samples == 1
                                  ? std::string("Of a single process where no interval is shown")
                                  : fmt::format("Medians over at least {} processes{}", figure.least_samples,
                                                figure.least_samples >= harness::least_samples_of_interval
                                                    ? " with 95 % intervals"
                                                    : ", too few for intervals where none is shown");
  return figure.shape == shape::distribution
             ? fmt::format(
                   "All hand-offs of at least {} process{} together; hollow markers: not first come, first "
                   "served.",
                   figure.least_samples, figure.least_samples == 1 ? "" : "es")
             : samples + "; hollow markers: not first come, first served.";
}

}  // namespace

std::vector<std::string> caption_sentences(const figure& figure, const std::vector<source>& sources) {
  std::vector<std::string> sentences{figure.title + "."};
  if (!figure.fixed.empty()) {
    sentences.push_back("Common to all panels: " + figure.fixed + ".");
  }
  sentences.push_back(how_to_read(figure));
  if (std::ranges::any_of(figure.panels, [](const auto& p) { return p.hardware_threads > 0; })) {
    sentences.emplace_back("Shaded: more threads than hardware threads.");
  }
  if (const auto count = figure.points_with_modes(); count > 0) {
    sentences.push_back(
        fmt::format("{} points are medians of samples with more than one mode, and stand for no sample: the "
                    "table of all cells "
                    "names the modes.",
                    count));
  }
  if (!figure.simulated_on.empty()) {
    sentences.push_back("Simulated, not measured: " + figure.simulated_on + ".");
  } else if (figure.simulated()) {
    sentences.emplace_back("Dash-dotted lines and hatched intervals: simulated, not measured.");
  }
  for (const source& from : sources) {
    sentences.push_back(sentence_of(from, figure, sources.size() > 1));
  }
  for (const auto& [reason, names] : figure.missing) {
    sentences.push_back(fmt::format("Not shown ({}): {}.", reason, fmt::join(names, ", ")));
  }
  return sentences;
}

std::string latex_escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '\\':
        result += "\\textbackslash{}";
        break;
      case '~':
        result += "\\textasciitilde{}";
        break;
      case '^':
        result += "\\textasciicircum{}";
        break;
      case '&':
      case '%':
      case '$':
      case '#':
      case '_':
      case '{':
      case '}':
        result += '\\';
        [[fallthrough]];
      default:
        result += c;
    }
  }
  return result;
}

std::string latex_caption(const figure& figure, const std::vector<source>& sources) {
  std::string text = fmt::format(
      "% \\begin{{figure}} \\includegraphics{{{0}.one-column.pdf}} \\input{{{0}.tex}} \\end{{figure}}\n"
      "% \\begin{{figure*}} \\includegraphics{{{0}.two-column.pdf}} \\input{{{0}.tex}} \\end{{figure*}}\n"
      "\\caption{{%\n",
      figure.name);
  for (const std::string& sentence : caption_sentences(figure, sources)) {
    text += "  " + latex_escaped(sentence) + "\n";
  }
  return text + fmt::format("}}\n\\label{{fig:{}}}\n", figure.name);
}

}  // namespace cqs::plots
