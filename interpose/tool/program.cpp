#include "interpose/tool/program.h"

#include <elf.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <fstream>
#include <vector>

#include <fmt/format.h>

#include "support/error.h"
#include "support/programs.h"

namespace cqs::interpose {

namespace {

namespace fs = std::filesystem;

fs::path look_up(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    if (!fs::exists(name)) {
      throw support::user_error(fmt::format("there is no program '{}'", name));
    }
    if (!support::is_executable(name)) {
      throw support::user_error(fmt::format("'{}' cannot be run: it is not an executable file", name));
    }
    return name;
  }
  if (const auto file = support::find_in_path(name)) {
    return *file;
  }
  throw support::user_error(fmt::format("there is no program '{}' in PATH", name));
}

/// The loader ignores LD_PRELOAD for a program that runs with the rights of another user.
void require_no_other_rights(const fs::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0 || (status.st_mode & (S_ISUID | S_ISGID)) == 0) {
    return;
  }
  const bool other_user = (status.st_mode & S_ISUID) != 0 && status.st_uid != getuid();
  const bool other_group = (status.st_mode & S_ISGID) != 0 && status.st_gid != getgid();
  if (other_user || other_group) {
    throw support::user_error(
        fmt::format("'{}' is set-uid or set-gid: the loader preloads no library into it", file.string()));
  }
}

/// As above: such a program runs with more rights than its user, unless that is root.
void require_no_capabilities(const fs::path& file) {
  if (getuid() != 0 && getxattr(file.c_str(), "security.capability", nullptr, 0) > 0) {
    throw support::user_error(fmt::format(
        "'{}' has capabilities: the loader preloads no library into it; run a copy of it, or be root",
        file.string()));
  }
}

/// A program without an interpreter has no loader that could preload a library. A script is run by its interpreter.
void require_dynamic(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  Elf64_Ehdr header{};
  if (!stream.read(reinterpret_cast<char*>(&header), sizeof(header)) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
    return;
  }
  if (header.e_ident[EI_CLASS] != ELFCLASS64) {
    throw support::user_error(
        fmt::format("'{}' is not a 64-bit program: the library does not fit", file.string()));
  }
  std::vector<Elf64_Phdr> segments(header.e_phnum);
  stream.seekg(static_cast<std::streamoff>(header.e_phoff));
  stream.read(reinterpret_cast<char*>(segments.data()),
              static_cast<std::streamsize>(segments.size() * sizeof(Elf64_Phdr)));
  for (const Elf64_Phdr& each : segments) {
    if (each.p_type == PT_INTERP) {
      return;
    }
  }
  throw support::user_error(fmt::format(
      "'{}' is linked statically: there is no loader that could preload a library", file.string()));
}

}  // namespace

std::filesystem::path find_program(const std::string& name) {
  const fs::path file = look_up(name);
  require_no_other_rights(file);
  require_no_capabilities(file);
  require_dynamic(file);
  return file;
}

}  // namespace cqs::interpose
