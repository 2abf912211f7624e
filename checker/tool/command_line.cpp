#include <checker/tool/command_line.h>

#include <fnmatch.h>

#include <fstream>
#include <stdexcept>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <checker/registry.h>
#include <checker/tool/mutants.h>
#include <checker/tool/mutants_file.h>
#include <checker/tool/run.h>

namespace cqs::check {

namespace {

/// The call makes no sense; `what()` says why.
struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

constexpr int ok = 0;
constexpr int violated = 1;
constexpr int misused = 2;

void list() {
  for (const scenario* const each : registry::all().sorted()) {
    fmt::print("{:<44} {}\n", each->name(), each->description());
  }
}

/// All scenarios for no pattern.
std::vector<const scenario*> named(const std::vector<std::string>& patterns) {
  std::vector<const scenario*> selected;
  const auto all = registry::all().sorted();
  if (patterns.empty()) {
    return all;
  }
  for (const std::string& pattern : patterns) {
    const std::size_t before = selected.size();
    for (const scenario* const each : all) {
      if (fnmatch(pattern.c_str(), each->name().c_str(), 0) == 0) {
        selected.push_back(each);
      }
    }
    if (selected.size() == before) {
      throw usage_error(
          fmt::format("no scenario is named '{}'; did you mean '{}'? ('cqs-check list' shows all)", pattern,
                      registry::all().nearest(pattern)));
    }
  }
  return selected;
}

std::vector<const scenario*> select(const request& request) {
  auto selected = named(request.scenarios);
  std::erase_if(selected, [&](const scenario* each) {
    return each->thread_count() < request.least_threads || each->thread_count() > request.most_threads;
  });
  if (selected.empty()) {
    throw usage_error("no scenario has that many threads");
  }
  return selected;
}

void write_table(const std::string& file, const std::string& table) {
  if (file.empty()) {
    return;
  }
  std::ofstream stream(file);
  stream << table;
  if (!stream.flush()) {
    throw usage_error(fmt::format("cannot write '{}'", file));
  }
}

int run(const request& request) {
  const auto selected = select(request);
  if (!request.replay.empty()) {
    if (selected.size() != 1) {
      throw usage_error("--replay needs exactly one scenario: the one that the trace is of");
    }
    return replay_scenario(*selected[0], request) ? ok : violated;
  }
  fmt::print("{}\n", mode_of(request));
  std::vector<finding> findings;
  bool found = false;
  for (const scenario* const each : selected) {
    findings.push_back(run_scenario(*each, request));
    found = found || findings.back().found.what;
  }
  write_table(request.markdown, as_markdown(findings, request));
  write_table(request.totals, as_totals(findings, request));
  return found ? violated : ok;
}

void add_run_flags(CLI::App& command, request& request) {
  settings& settings = request.settings;
  command.add_option("SCENARIO", request.scenarios,
                     "names or patterns such as 'semaphore.*'; all if none is given");
  command.add_option("--least-threads", request.least_threads, "leave out scenarios with fewer threads")
      ->capture_default_str();
  command.add_option("--most-threads", request.most_threads, "leave out scenarios with more threads")
      ->capture_default_str();
  command.add_option("--bound", settings.bound, "preemptions an execution may have")->capture_default_str();
  command.add_flag("--weak", settings.weak, "loads may read what the declared memory orders allow");
  command.add_option("--stale", settings.stale_reads, "how many loads of an execution may do so")
      ->capture_default_str();
  command.add_option("--spurious", settings.spurious, "spurious wake-ups and compare-exchange failures")
      ->capture_default_str();
  command.add_option("--patience", settings.patience, "pauses after which a thread is taken to wait")
      ->capture_default_str();
  command.add_option("--max-steps", settings.max_steps, "steps after which an execution is a livelock")
      ->capture_default_str()
      ->check(CLI::Range(std::uint32_t{1}, most_steps));
  command.add_flag("!--no-reduction", settings.reduction, "explore all orders of independent steps too");
  auto* const random = command.add_option("--random", request.random, "instead: so many random schedules");
  command
      .add_option("--pct", request.pct, "instead: random priorities with so many ordering constraints (PCT)")
      ->excludes(random);
  command.add_option("--schedules", request.limits.schedules, "schedules per scenario at most");
  command.add_option("--seconds", request.limits.seconds, "seconds of processor time per scenario at most")
      ->capture_default_str();
  command.add_option("--seed", request.seed, "of --random and --pct")->capture_default_str();
  command.add_option("--replay", request.replay, "instead: this one execution, step by step");
  command.add_flag("!--no-minimise", request.minimise, "report the execution as it was found");
  command.add_option("--markdown", request.markdown, "write the results as a table to this file");
  command.add_option("--totals", request.totals, "write a table with one row a primitive to this file");
}

void add_mutants_flags(CLI::App& command, mutants_request& request) {
  command.add_option("MUTANT", request.names, "names or patterns; all if none is given");
  command.add_flag("--list", request.list, "only say what there is");
  command.add_flag("--control", request.control, "leave the bugs out: then nothing may be found");
  command.add_option("--markdown", request.markdown, "write the results as a table to this file");
}

}  // namespace

int run_command_line(int argc, char** argv) {
  CLI::App app{"Explores the interleavings of the scenarios.", "cqs-check"};
  app.require_subcommand(1);
  app.add_subcommand("list", "the scenarios")->callback(list);
  request request;
  CLI::App* const run_command = app.add_subcommand("run", "explore scenarios");
  add_run_flags(*run_command, request);
  mutants_request mutants;
  CLI::App* const mutants_command = app.add_subcommand("mutants", "seed bugs and see what finds them");
  add_mutants_flags(*mutants_command, mutants);
  try {
    app.parse(argc, argv);
    if (mutants_command->parsed()) {
      return run_mutants(mutants) ? ok : violated;
    }
    return run_command->parsed() ? run(request) : ok;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? ok : misused;
  } catch (const bad_trace& error) {
    fmt::print(stderr, "cqs-check: bad trace: {}\n", error.what());
  } catch (const bad_mutant& error) {
    fmt::print(stderr, "cqs-check: {}\n", error.what());
  } catch (const usage_error& error) {
    fmt::print(stderr, "cqs-check: {}\n", error.what());
  }
  return misused;
}

}  // namespace cqs::check
