#pragma once

namespace cqs::check {

/// Runs the command line of `cqs-check`: lists or runs the registered scenarios, or runs the mutants. Returns
/// the exit code: 0 for success, 1 for a violation, 2 for a usage error.
int run_command_line(int argc, char** argv);

}  // namespace cqs::check
