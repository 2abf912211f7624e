#pragma once

#include <string>
#include <vector>

#include <checker/explore/explore.h>
#include <checker/scenario.h>
#include <checker/tool/request.h>

namespace cqs::check {

/// A scenario with what came of it.
struct finding {
  const scenario* of = nullptr;
  result found;
};

/// Explores the scenario as asked, and prints a line, or the violation with its execution step by step.
finding run_scenario(const scenario& scenario, const request& request);

/// Prints the execution of a trace. True if it shows no violation. Throws `bad_trace`.
bool replay_scenario(const scenario& scenario, const request& request);

/// How the scenarios are explored, in words: "exhaustive, preemption bound 2".
std::string mode_of(const request& request);

/// Tables for the documentation: a row for each scenario; a row for all scenarios of a primitive.
std::string as_markdown(const std::vector<finding>& findings, const request& request);
std::string as_totals(const std::vector<finding>& findings, const request& request);

}  // namespace cqs::check
