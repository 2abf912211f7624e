// cqs-run: replaces itself by the program, so that its output, its exit code and its signals are the program's own.

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "interpose/library/process.h"
#include "interpose/tool/command_line.h"
#include "interpose/tool/program.h"
#include "support/error.h"

namespace {

namespace fs = std::filesystem;
using cqs::support::user_error;

/// The libraries are beside the folder of this tool.
fs::path library_of(const std::string& lock) {
  const fs::path file = fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "lib" /
                        ("libcqs-interpose-" + lock + ".so");
  if (!fs::exists(file)) {
    throw user_error(fmt::format(
        "the library of the lock is missing: '{}'; build the target cqs-interpose-{}", file.string(), lock));
  }
  if (file.string().find_first_of(" :") != std::string::npos) {
    throw user_error(
        fmt::format("the loader cannot preload '{}': LD_PRELOAD ends a name at a space or a colon; build in "
                    "another folder",
                    file.string()));
  }
  return file;
}

/// The library writes the file at the end of the program, and can tell nobody that it cannot.
std::string statistics_file(const std::string& given) {
  const fs::path file = fs::absolute(given);
  const int opened = open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (opened < 0) {
    throw user_error(
        fmt::format("--statistics: '{}' cannot be written: {}", file.string(), std::strerror(errno)));
  }
  close(opened);
  return file.string();
}

void set(const char* variable, const std::string& value) {
  setenv(variable, value.c_str(), 1);
}

[[noreturn]] void run(const cqs::interpose::request& asked) {
  const fs::path program = cqs::interpose::find_program(asked.command.front());
  const char* const preloaded = std::getenv("LD_PRELOAD");
  set("LD_PRELOAD",
      library_of(asked.lock).string() + (preloaded == nullptr ? "" : std::string(":") + preloaded));
  set(cqs::interpose::rwlock_variable, asked.rwlock);
  if (!asked.statistics.empty()) {
    set(cqs::interpose::statistics_variable, statistics_file(asked.statistics));
  }
  std::vector<char*> arguments;
  for (const std::string& each : asked.command) {
    arguments.push_back(const_cast<char*>(each.c_str()));
  }
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  throw user_error(fmt::format("'{}' cannot be run: {}", program.string(), std::strerror(errno)));
}

}  // namespace

/// 125: an error of the tool, as with env(1) and timeout(1); every other code is the program's.
int main(int argc, char** argv) {
  try {
    const auto asked = cqs::interpose::parse_command_line(argc, argv);
    if (!asked) {
      return 0;
    }
    run(*asked);
  } catch (const std::exception& e) {
    fmt::print(stderr, "cqs-run: {}\n", e.what());
    return 125;
  }
}
