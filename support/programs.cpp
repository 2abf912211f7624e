#include "support/programs.h"

#include <cstdlib>
#include <sstream>
#include <system_error>

#include <unistd.h>

namespace cqs::support {

namespace fs = std::filesystem;

bool is_executable(const fs::path& file) {
  std::error_code not_found;  // also a folder that may not be searched
  return fs::is_regular_file(file, not_found) && access(file.c_str(), X_OK) == 0;
}

std::optional<fs::path> find_in_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (fs::path file = fs::path(folder) / name; is_executable(file)) {
      return file;
    }
  }
  return std::nullopt;
}

}  // namespace cqs::support
