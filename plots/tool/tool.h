#pragma once

namespace cqs::plots {

/// `cqs-plot`: parses and runs the command line. Returns the exit code: 0 for success, 2 if the command
/// cannot be carried out.
int run_tool(int argc, char** argv);

}  // namespace cqs::plots
