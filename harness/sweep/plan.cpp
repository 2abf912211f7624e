#include "harness/sweep/plan.h"

#include <algorithm>
#include <random>
#include <set>

#include <fmt/format.h>

#include "harness/machine/placement.h"
#include "harness/record/row.h"
#include "support/error.h"
#include "support/nearest_name.h"
#include "support/text.h"

namespace cqs::harness {

namespace {

using choices = std::vector<std::vector<parameter>>;

/// All combinations of the grid's values, the last axis fastest.
choices combinations(const experiment& e, const profile::section& section) {
  choices result{{}};
  for (const axis& a : e.axes) {
    choices longer;
    for (const auto& chosen : result) {
      for (const std::string& value : section.grid.at(a.name)) {
        longer.push_back(chosen);
        longer.back().push_back({a.name, value});
      }
    }
    result = std::move(longer);
  }
  return result;
}

bool is_at(const std::vector<parameter>& chosen, const std::vector<parameter>& point) {
  return std::ranges::all_of(
      point, [&](const parameter& each) { return std::ranges::find(chosen, each) != chosen.end(); });
}

bool matches_any(const std::vector<std::string>& patterns, const std::string& name) {
  return std::ranges::any_of(patterns, [&](const auto& p) { return support::matches(p, name); });
}

/// What the caller asks for is measured even if the profile leaves it out.
bool wanted(const profile::section& section, const plan_filter& filter, const std::string& name) {
  return matches_any(section.implementations, name) &&
         (filter.implementations.empty() ? !matches_any(section.without, name)
                                         : matches_any(filter.implementations, name));
}

std::vector<unsigned> threads_of(const experiment& e, const profile::section& section,
                                 const plan_filter& filter, const support::topology& machine) {
  if (e.threads) {
    const bool kept =
        filter.threads.empty() || std::ranges::find(filter.threads, *e.threads) != filter.threads.end();
    return kept ? std::vector{*e.threads} : std::vector<unsigned>{};
  }
  std::set<unsigned> counts(filter.threads.begin(), filter.threads.end());
  if (counts.empty()) {
    for (const std::string& item : section.threads) {
      const auto some = thread_counts(item, static_cast<unsigned>(machine.processors().size()));
      counts.insert(some.begin(), some.end());
    }
  }
  return {counts.begin(), counts.end()};
}

void check(const plan_filter& filter, const std::vector<experiment>& experiments,
           const support::topology& machine) {
  for (const std::string& name : filter.experiments) {
    find_experiment(experiments, name);
  }
  std::vector<std::string> names;
  for (const experiment& e : experiments) {
    for (const implementation& c : e.implementations) {
      names.push_back(c.name);
    }
  }
  for (const std::string& pattern : filter.implementations) {
    if (!std::ranges::any_of(names, [&](const auto& name) { return support::matches(pattern, name); })) {
      throw support::user_error(
          fmt::format("there is no implementation '{}'{}; see cqs-bench list --implementations", pattern,
                      support::did_you_mean(pattern, names)));
    }
  }
  for (const unsigned threads : filter.threads) {
    if (threads == 0 || threads > most_threads) {
      throw support::user_error(
          fmt::format("the number of threads should be from 1 to {}, not {}", most_threads, threads));
    }
  }
  for (const std::string& name : filter.placements) {
    placement::parse(name).place(machine, 1);
  }
}

class planner {
 public:
  planner(const plan_filter& filter, const support::topology& machine, std::vector<std::string> placements)
      : _filter(filter), _machine(machine), _placements(std::move(placements)) {}

  void add(const experiment& e, const profile::section& section) {
    const auto threads = threads_of(e, section, _filter, _machine);
    for (const implementation& c : e.implementations) {
      if (threads.empty() || !wanted(section, _filter, c.name)) {
        continue;
      }
      const std::chrono::milliseconds window(_filter.sample_ms != 0 ? _filter.sample_ms : section.sample_ms);
      const unsigned processes = _filter.processes != 0 ? _filter.processes : section.processes;
      if (!c.skipped.empty()) {
        _plan.push_back({{e.name, c.name, c.fixed, 0}, &c, "none", 0, window});
        continue;
      }
      for (const auto& chosen : combinations(e, section)) {
        if (!is_at(chosen, _filter.point)) {
          continue;
        }
        auto parameters = c.fixed;
        parameters.insert(parameters.end(), chosen.begin(), chosen.end());
        for (const unsigned n : threads) {
          for (const std::string& where : _placements) {
            for (unsigned process = 0; process < processes; ++process) {
              _plan.push_back({{e.name, c.name, parameters, n}, &c, where, process, window});
            }
          }
        }
      }
    }
  }

  std::vector<planned_sample> in_rounds(std::optional<std::uint64_t> seed) && {
    if (seed) {
      std::mt19937_64 random(*seed);
      std::ranges::shuffle(_plan, random);
    }
    std::ranges::stable_sort(_plan, {}, &planned_sample::process);
    // Skipped ones take no time: they come first, so that no interruption loses them.
    std::ranges::stable_partition(_plan, &planned_sample::skipped);
    return std::move(_plan);
  }

 private:
  const plan_filter& _filter;
  const support::topology& _machine;
  std::vector<std::string> _placements;
  std::vector<planned_sample> _plan;
};

}  // namespace

std::string planned_sample::key() const {
  return sample_key(cell, placement, process);
}

std::vector<planned_sample> make_plan(const profile& profile, const std::vector<experiment>& experiments,
                                      const plan_filter& filter, const support::topology& machine,
                                      std::optional<std::uint64_t> seed) {
  check(filter, experiments, machine);
  planner planner(filter, machine, filter.placements.empty() ? profile.placements() : filter.placements);
  for (const profile::section& section : profile.sections()) {
    if (filter.experiments.empty() ||
        std::ranges::find(filter.experiments, section.experiment) != filter.experiments.end()) {
      planner.add(find_experiment(experiments, section.experiment), section);
    }
  }
  auto plan = std::move(planner).in_rounds(seed);
  if (plan.empty()) {
    throw support::user_error(
        fmt::format("nothing is left of profile {} with these filters", profile.name()));
  }
  return plan;
}

std::chrono::duration<double> estimated_time(const std::vector<planned_sample>& plan) {
  // To start a process, to make threads, to calibrate; measured on a small machine.
  constexpr double process_seconds = 0.06;
  // The warm-up, windows that are stretched, samples that are repeated.
  constexpr double windows = 1.6;
  double seconds = 0;
  for (const planned_sample& sample : plan) {
    if (!sample.skipped()) {
      seconds += process_seconds + sample.implementation->start_up_seconds +
                 windows * std::chrono::duration<double>(sample.window).count();
    }
  }
  return std::chrono::duration<double>(seconds);
}

}  // namespace cqs::harness
