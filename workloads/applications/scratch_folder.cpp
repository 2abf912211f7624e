#include "workloads/applications/scratch_folder.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <string>
#include <string_view>
#include <system_error>

#include <unistd.h>

namespace cqs::workloads::applications {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "cqs-applications-";

/// Whether the folder's process has ended.
bool is_left_behind(const std::string& name) {
  pid_t process = 0;
  const char* const end = name.data() + name.size();
  return name.starts_with(prefix) && std::from_chars(name.data() + prefix.size(), end, process).ptr == end &&
         process > 0 && kill(process, 0) != 0 && errno == ESRCH;
}

}  // namespace

scratch_folder::scratch_folder()
    : _path(fs::temp_directory_path() / (std::string(prefix) + std::to_string(getpid()))) {
  std::error_code ignored;  // another user's
  for (const fs::directory_entry& each : fs::directory_iterator(_path.parent_path(), ignored)) {
    if (is_left_behind(each.path().filename())) {
      fs::remove_all(each.path(), ignored);
    }
  }
  fs::remove_all(_path, ignored);
  fs::create_directory(_path);
}

scratch_folder::~scratch_folder() {
  std::error_code ignored;
  fs::remove_all(_path, ignored);
}

}  // namespace cqs::workloads::applications
