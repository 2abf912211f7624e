#pragma once

#include <filesystem>

namespace cqs::workloads::applications {

/// A folder for the files of a program, which exists as long as this object. One that was left behind by a process that
/// was killed, as the watchdog does, is removed by the next.
class scratch_folder {
 public:
  scratch_folder();
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  ~scratch_folder();

  const std::filesystem::path& path() const noexcept { return _path; }

 private:
  std::filesystem::path _path;
};

}  // namespace cqs::workloads::applications
