#pragma once

#include <string>
#include <vector>

#include <checker/explore/explore.h>
#include <checker/scenario.h>
#include <checker/tool/request.h>

namespace cqs::check {

/// A scenario and the result of its exploration.
struct finding {
  const scenario* of = nullptr;
  result found;
};

/// Explores the scenario as requested. Prints one line, and for a violation every step of its execution.
finding run_scenario(const scenario& scenario, const request& request);

/// Prints the execution of a trace. Returns true if it has no violation. Throws `bad_trace`.
bool replay_scenario(const scenario& scenario, const request& request);

/// Describes the kind of exploration, such as "exhaustive, preemption bound 2".
std::string mode_of(const request& request);

/// Markdown tables for the documentation: one row per scenario, or one row per primitive.
std::string as_markdown(const std::vector<finding>& findings, const request& request);
std::string as_totals(const std::vector<finding>& findings, const request& request);

}  // namespace cqs::check
