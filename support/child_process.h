#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace cqs::support {

/// What became of a program that was run to its end.
struct child_result {
  enum class ending : unsigned char { exited, killed, timed_out, interrupted };

  ending how = ending::exited;
  int code = 0;  ///< the exit code, or the signal
  std::string output;
  std::string errors;  ///< what it wrote to stderr, the last of it
};

/// Runs a program in a process group of its own, without a terminal's signals, and takes in what it prints.
/// It is killed, with all that it has started, when the time is over, when `interrupted` says so, and when
/// this process dies.
child_result run_child(const std::vector<std::string>& command, std::chrono::milliseconds timeout,
                       bool (*interrupted)() = nullptr);

}  // namespace cqs::support
