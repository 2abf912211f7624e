#pragma once

namespace cqs::check {

/// `cqs-check`: lists and runs the registered scenarios. Gives the exit code: 0 if all is well, 1 on a
/// violation, 2 if the call makes no sense.
int run_command_line(int argc, char** argv);

}  // namespace cqs::check
