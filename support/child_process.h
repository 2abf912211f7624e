#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace cqs::support {

/// How a program ended.
struct child_result {
  enum class ending : unsigned char { exited, killed, timed_out, interrupted };

  ending how = ending::exited;
  int code = 0;  ///< the exit code, or the signal
  std::string output;
  std::string errors;  ///< the end of its stderr
};

/// How a program that failed has ended, and its last words, such as "the process exited with 3: no memory".
std::string what_went_wrong(const child_result& child, std::string_view program = "the process");

/// Runs a program in its own process group, without the terminal's signals, and captures its output. Kills
/// it, with all processes that it started, at the timeout, when `interrupted` returns true, and when this
/// process dies.
child_result run_child(const std::vector<std::string>& command, std::chrono::milliseconds timeout,
                       bool (*interrupted)() = nullptr);

}  // namespace cqs::support
