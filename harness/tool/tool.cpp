#include "harness/tool/tool.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/tool/command.h"
#include "support/error.h"
#include "support/nearest_name.h"

namespace cqs::harness {

namespace {

std::vector<std::unique_ptr<command>> make_commands(CLI::App& tool, const catalogue& catalogue) {
  std::vector<std::unique_ptr<command>> all;
  all.push_back(make_list_command(tool, catalogue));
  all.push_back(make_run_command(tool, catalogue));
  all.push_back(make_sample_command(tool, catalogue));
  all.push_back(make_sweep_command(tool, catalogue));
  all.push_back(make_claims_command(tool));
  all.push_back(make_compare_command(tool));
  all.push_back(make_export_command(tool));
  all.push_back(make_topology_command(tool));
  if (catalogue.simulate) {
    all.push_back(make_machines_command(tool, catalogue));
  }
  return all;
}

int run(int argc, char** argv, const catalogue& catalogue) {
  CLI::App tool{"Measures synchronization primitives", "cqs-bench"};
  tool.require_subcommand(1);
  tool.footer("Docs: docs/experiments.md");
  const auto commands = make_commands(tool, catalogue);
  std::vector<std::string> names;
  std::ranges::transform(commands, std::back_inserter(names), &command::name);
  if (argc > 1 && argv[1][0] != '-' && std::ranges::find(names, argv[1]) == names.end()) {
    throw support::user_error(fmt::format("there is no command '{}'{}; there are {}", argv[1],
                                          support::did_you_mean(argv[1], names), fmt::join(names, ", ")));
  }
  try {
    tool.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return tool.exit(e) == 0 ? 0 : 2;
  }
  return (*std::ranges::find_if(commands, &command::chosen))->run();
}

}  // namespace

int run_tool(int argc, char** argv, const catalogue& catalogue) {
  try {
    return run(argc, argv, catalogue);
  } catch (const support::user_error& e) {
    fmt::print(stderr, "cqs-bench: {}\n", e.what());
    return 2;
  } catch (const std::exception& e) {
    fmt::print(stderr, "cqs-bench: unexpected error: {}\n", e.what());
    return 2;
  }
}

}  // namespace cqs::harness
