#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace cqs::check {

/// What a command has printed, and its status as `waitpid` reports it.
struct output {
  std::string text;
  int status = 0;
};

/// Runs a command of the shell. Throws `bad_mutant` if it cannot start.
output run_command(const std::string& command);

/// The same, but passes each line on as soon as it is there. Returns the status.
int run_command(const std::string& command, const std::function<void(const std::string&)>& take_line);

/// The parts of a text between the separators.
std::vector<std::string> split(const std::string& text, char separator);

/// Writes a file, and its folders if they are missing. Throws `bad_mutant`.
void write_text(const std::filesystem::path& file, const std::string& text);

}  // namespace cqs::check
