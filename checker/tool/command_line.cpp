#include <checker/tool/command_line.h>

#include <fnmatch.h>

#include <fstream>
#include <stdexcept>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <checker/registry.h>
#include <checker/tool/generated_mutants.h>
#include <checker/tool/mutants.h>
#include <checker/tool/mutants_file.h>
#include <checker/tool/run.h>

namespace cqs::check {

namespace {

/// A usage error; `what()` gives the reason.
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

/// No pattern selects all scenarios.
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
    throw usage_error(
        "no selected scenario has a number of threads between --least-threads and --most-threads");
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
      throw usage_error("--replay needs exactly one scenario: the scenario that produced the trace");
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
                     "names or patterns such as 'semaphore.*' (default: all scenarios)");
  command.add_option("--least-threads", request.least_threads, "skip scenarios with fewer threads")
      ->capture_default_str();
  command.add_option("--most-threads", request.most_threads, "skip scenarios with more threads")
      ->capture_default_str();
  command.add_option("--bound", settings.bound, "maximum number of preemptions in a schedule")
      ->capture_default_str();
  command.add_flag("--weak", settings.weak,
                   "explore weak memory: a load may return any value that the memory orders allow");
  command
      .add_option("--stale", settings.stale_reads, "with --weak: maximum number of stale reads in a schedule")
      ->capture_default_str();
  command
      .add_option("--spurious", settings.spurious,
                  "maximum number of spurious wake-ups and spurious compare-exchange failures in a schedule")
      ->capture_default_str();
  command
      .add_option("--patience", settings.patience,
                  "number of pauses after which the checker treats a spinning thread as waiting")
      ->capture_default_str();
  command
      .add_option("--max-steps", settings.max_steps,
                  "number of steps after which the checker reports a livelock")
      ->capture_default_str()
      ->check(CLI::Range(std::uint32_t{1}, most_steps));
  command.add_flag("!--no-reduction", settings.reduction,
                   "switch partial-order reduction off: explore all orders of independent steps");
  auto* const random = command.add_option("--random", request.random,
                                          "run this number of random schedules instead of all schedules");
  command
      .add_option("--pct", request.pct,
                  "run random schedules by PCT with this bug depth instead of all schedules")
      ->excludes(random);
  command.add_option("--schedules", request.limits.schedules, "maximum number of schedules per scenario");
  command.add_option("--seconds", request.limits.seconds, "maximum processor time per scenario, in seconds")
      ->capture_default_str();
  command.add_option("--seed", request.seed, "seed of --random and --pct")->capture_default_str();
  command.add_option("--replay", request.replay, "run the schedule of this trace only and print its steps");
  command.add_flag("!--no-minimise", request.minimise, "report a violation without minimising its trace");
  command.add_option("--markdown", request.markdown, "write the results as a table to this file");
  command.add_option("--totals", request.totals, "write a table with one row per primitive to this file");
}

void add_mutants_flags(CLI::App& command, mutants_request& request) {
  command.add_option("MUTANT", request.names, "names or patterns (default: all mutants)");
  command.add_flag("--list", request.list, "list the mutants and exit");
  command.add_flag("--control", request.control, "build the code without the bugs: every scenario must pass");
  command.add_option("--markdown", request.markdown, "write the results as a table to this file");
}

void add_generated_flags(CLI::App& command, generated_request& request, CLI::Option* generate) {
  const auto add = [&command, generate](const char* name, auto& value, const char* description) {
    return command.add_option(name, value, description)->needs(generate);
  };
  add("--with", request.sources, "with --generate: only scenarios of these files, such as 'latch'")
      ->delimiter(',');
  add("--only", request.kind, "with --generate: one kind of mutation")
      ->check(CLI::IsMember({"weaken", "negate", "move", "remove", "shift"}));
  command
      .add_flag("--orders", request.orders,
                "with --generate: weaken memory orders only; --markdown writes the verdict for each")
      ->needs(generate);
  CLI::Option* const earlier =
      add("--earlier", request.earlier,
          "with --generate: the table of an earlier run; what survived then may survive now")
          ->check(CLI::ExistingFile);
  command.add_flag("--changed", request.changed, "only files that have changed since the earlier run")
      ->needs(earlier);
  add("--since", request.since, "with --generate: only lines that have changed since this revision");
  add("--sample", request.sample, "with --generate: at most this number, chosen at random");
  add("--seed", request.seed, "seed of --sample")->capture_default_str();
  add("--seconds", request.seconds, "with --generate: maximum processor time per mutation, in seconds")
      ->capture_default_str();
  add("-j,--jobs", request.jobs, "with --generate: number of processes")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
}

}  // namespace

int run_command_line(int argc, char** argv) {
  CLI::App app{"Checks the library: explores the interleavings of small concurrent programs (scenarios).",
               "cqs-check"};
  app.require_subcommand(1);
  app.add_subcommand("list", "list the scenarios")->callback(list);
  request request;
  CLI::App* const run_command = app.add_subcommand("run", "explore scenarios");
  add_run_flags(*run_command, request);
  mutants_request mutants;
  CLI::App* const mutants_command =
      app.add_subcommand("mutants", "seed bugs and check that a scenario finds each of them");
  add_mutants_flags(*mutants_command, mutants);
  bool generate = false;
  generated_request generated;
  add_generated_flags(
      *mutants_command, generated,
      mutants_command->add_flag("--generate", generate,
                                "mutate the library mechanically; MUTANT is then a file or a place, such as "
                                "'*latch.h:120'"));
  try {
    app.parse(argc, argv);
    if (generate) {
      generated.places = mutants.names;
      generated.list = mutants.list;
      generated.markdown = mutants.markdown;
      return run_generated_mutants(generated) ? ok : violated;
    }
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
