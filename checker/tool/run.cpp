#include <checker/tool/run.h>

#include <map>

#include <fmt/format.h>

#include <checker/explore/minimise.h>
#include <checker/explore/pct.h>
#include <checker/explore/random_walk.h>
#include <checker/explore/report.h>

namespace cqs::check {

namespace {

result explore_as_asked(const scenario& scenario, const request& request) {
  if (request.random != 0) {
    random_walk strategy(request.seed);
    return explore(scenario, strategy, request.settings, {request.random, request.limits.seconds});
  }
  if (request.pct != 0) {
    pct strategy(request.seed, request.pct);
    return explore(scenario, strategy, request.settings, request.limits);
  }
  return explore_all(scenario, request.settings, request.limits);
}

const char* verdict_of(const result& found) {
  return found.what ? "VIOLATION" : found.complete ? "complete" : "no violation";
}

/// The sum over several scenarios.
struct total {
  void add(const result& found) {
    sum.schedules += found.schedules;
    sum.states += found.states;
    sum.steps += found.steps;
    sum.seconds += found.seconds;
    ++scenarios;
    complete += static_cast<std::size_t>(found.complete);
  }
  std::string row(const std::string& name) const {
    // A random exploration is never complete.
    const std::string verdict =
        complete == 0 ? fmt::format("{} scenarios", scenarios) : fmt::format("{} of {}", complete, scenarios);
    return fmt::format("| {} | {} | {} | {} | {:.2f} | {} |\n", name, sum.schedules, sum.states, sum.steps,
                       sum.seconds, verdict);
  }

  result sum;
  std::size_t scenarios = 0;
  std::size_t complete = 0;
};

violation print_execution(const scenario& scenario, const settings& settings, const trace& trace) {
  const retelling told = retell(scenario, settings, trace);
  fmt::print("{}", told.steps);
  if (told.what) {
    fmt::print("      {}: {}\n", name_of(told.what.kind), told.what.message);
  }
  return told.what;
}

}  // namespace

finding run_scenario(const scenario& scenario, const request& request) {
  finding result{&scenario, explore_as_asked(scenario, request)};
  const check::result& found = result.found;
  fmt::print("{:<44} {:>12} schedules {:>12} states {:>14} steps {:>8.2f} s  {}\n", scenario.name(),
             found.schedules, found.states, found.steps, found.seconds, verdict_of(found));
  if (found.what) {
    if (request.minimise) {
      result.found = minimise(scenario, request.settings, found);
    }
    fmt::print("{}: {}\n", name_of(found.what.kind), found.what.message);
    print_execution(scenario, request.settings, found.trace);
    fmt::print("to replay: cqs-check run {} --replay {}\n", scenario.name(), to_string(found.trace));
  }
  std::fflush(stdout);
  return result;
}

bool replay_scenario(const scenario& scenario, const request& request) {
  const trace trace = parse_trace(request.replay);
  const violation found = print_execution(scenario, request.settings, trace);
  if (found.kind == violation_kind::misuse) {
    throw bad_trace("the trace does not fit this scenario");
  }
  fmt::print("{}\n", found ? "VIOLATION" : "no violation");
  return !found;
}

std::string mode_of(const request& request) {
  std::string mode = request.random != 0 ? fmt::format("{} random schedules", request.random)
                     : request.pct != 0
                         ? fmt::format("PCT of depth {}", request.pct)
                         : fmt::format("exhaustive, preemption bound {}", request.settings.bound);
  if (request.settings.weak) {
    mode += fmt::format(", weak memory with {} stale read(s)", request.settings.stale_reads);
  }
  if (request.settings.spurious != 0) {
    mode += fmt::format(", {} spurious wake-up(s)", request.settings.spurious);
  }
  return mode;
}

std::string as_markdown(const std::vector<finding>& findings, const request& request) {
  std::string text = fmt::format(
      "{}:\n\n| scenario | schedules | states | steps | seconds | verdict |\n"
      "|---|---:|---:|---:|---:|---|\n",
      mode_of(request));
  total all;
  for (const finding& each : findings) {
    const result& found = each.found;
    text += fmt::format("| `{}` | {} | {} | {} | {:.2f} | {} |\n", each.of->name(), found.schedules,
                        found.states, found.steps, found.seconds, verdict_of(found));
    all.add(found);
  }
  return text + all.row("all");
}

std::string as_totals(const std::vector<finding>& findings, const request& request) {
  std::string text = fmt::format(
      "{}, at most {:g} s per scenario:\n\n| primitive | schedules | states | steps | seconds | complete |\n"
      "|---|---:|---:|---:|---:|---|\n",
      mode_of(request), request.limits.seconds);
  std::map<std::string, total> totals;
  total all;
  for (const finding& each : findings) {
    const std::string& name = each.of->name();
    totals[name.substr(0, name.find('.'))].add(each.found);
    all.add(each.found);
  }
  for (const auto& [primitive, total] : totals) {
    text += total.row("`" + primitive + "`");
  }
  return text + all.row("all");
}

}  // namespace cqs::check
