#pragma once

namespace cqs::plots {

/// `cqs-plot`: parses the command line and does what it says. The exit code: 0; 2 if the command cannot be
/// carried out.
int run_tool(int argc, char** argv);

}  // namespace cqs::plots
