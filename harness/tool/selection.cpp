#include "harness/tool/selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/error.h"
#include "support/text.h"

namespace cqs::harness {

selection::selection(const catalogue& catalogue, CLI::App& options, std::string default_profile)
    : _catalogue(catalogue), _profile(std::move(default_profile)) {
  options.add_option("--machine", _machine, "simulate this machine (a name or a file) instead of measuring");
  options.add_option(
      "--profile", _profile,
      fmt::format("{}, or a file (default: {})", fmt::join(profile::built_in(), ", "), _profile));
  options.add_option("--experiment", _filter.experiments, "only these experiments")->delimiter(',');
  options
      .add_option("--impl", _filter.implementations, "only these implementations; * matches any characters")
      ->delimiter(',');
  options.add_option("--threads", _threads, "thread counts (overrides the profile)")->delimiter(',');
}

void selection::load_machine(const std::string& name_or_file) {
  _machine = name_or_file;
  if (_machine.empty()) {
    return;
  }
  if (!_catalogue.simulate) {
    throw support::user_error("--machine: this tool simulates nothing");
  }
  _simulated = _catalogue.simulate(_machine);
}

const std::vector<experiment>& selection::experiments() const {
  return _simulated ? _simulated->experiments : _catalogue.experiments;
}

support::topology selection::topology() const {
  return _simulated ? _simulated->topology : support::topology::of_this_machine();
}

plan_filter selection::filter() const {
  plan_filter result = _filter;
  for (const std::string& text : _threads) {
    result.threads.push_back(
        static_cast<unsigned>(support::parse_number(text, "--threads", 1, most_threads)));
  }
  return result;
}

std::vector<planned_sample> selection::every_cell_once(const support::topology& topology) const {
  plan_filter once = filter();
  once.processes = 1;
  once.placements = {"none"};
  return make_plan(profile(), experiments(), once, topology, std::nullopt);
}

}  // namespace cqs::harness
