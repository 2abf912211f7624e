#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cqs::interpose {

/// What the user asks of `cqs-run`.
struct request {
  std::string lock = "cqs";
  std::string rwlock = "cqs";
  std::string statistics;  ///< a file, or empty
  std::vector<std::string> command;
};

/// Returns nothing if the tool has printed what was asked for (help, the list of locks). Throws `support::user_error`.
std::optional<request> parse_command_line(int argc, char** argv);

}  // namespace cqs::interpose
