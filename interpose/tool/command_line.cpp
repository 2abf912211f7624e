#include "interpose/tool/command_line.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "interpose/tool/locks.h"
#include "support/error.h"
#include "support/nearest_name.h"

namespace cqs::interpose {

namespace {

void print_locks() {
  for (const lock_choice& each : lock_choices) {
    fmt::print("{:<22}{}\n", each.name, each.summary);
  }
}

void require_known(const std::string& option, const std::string& name,
                   const std::vector<std::string>& names) {
  if (std::ranges::find(names, name) == names.end()) {
    throw support::user_error(fmt::format("{}: there is no lock '{}'{}; there are {}", option, name,
                                          support::did_you_mean(name, names), fmt::join(names, ", ")));
  }
}

std::vector<std::string> lock_names() {
  std::vector<std::string> names;
  std::ranges::transform(lock_choices, std::back_inserter(names),
                         [](const lock_choice& each) { return std::string(each.name); });
  return names;
}

}  // namespace

std::optional<request> parse_command_line(int argc, char** argv) {
  CLI::App tool{"Runs a program on other locks than those of the C library", "cqs-run"};
  request asked;
  bool list = false;
  tool.add_option("--lock", asked.lock, "the lock for mutexes; --list shows the names")
      ->capture_default_str();
  tool.add_option("--rwlock", asked.rwlock, "the readers-writer lock: cqs or glibc")->capture_default_str();
  tool.add_option("--statistics", asked.statistics,
                  "append to FILE how many objects of each kind the program had, and how many glibc kept");
  tool.add_flag("--list", list, "print the locks");
  tool.add_option("program", asked.command, "the program and its arguments, after --");
  tool.positionals_at_end();
  tool.footer("Example: cqs-run --lock park.k42 -- python3 program.py\nDocs: docs/interpose.md");
  try {
    tool.parse(argc, argv);
  } catch (const CLI::Success& help) {
    tool.exit(help);
    return std::nullopt;
  } catch (const CLI::ParseError& e) {
    throw support::user_error(fmt::format("{}; see cqs-run --help", e.what()));
  }
  if (list) {
    print_locks();
    return std::nullopt;
  }
  require_known("--lock", asked.lock, lock_names());
  require_known("--rwlock", asked.rwlock, {"cqs", "glibc"});
  if (asked.command.empty()) {
    throw support::user_error("no program is given: cqs-run --lock cqs -- PROGRAM ARGUMENTS");
  }
  return asked;
}

}  // namespace cqs::interpose
