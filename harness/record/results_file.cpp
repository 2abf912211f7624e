#include "harness/record/results_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/error.h"

namespace cqs::harness {

namespace {

std::string slurp(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || std::filesystem::is_directory(path)) {
    throw support::user_error(
        fmt::format("{} cannot be read: {}", path.string(), std::strerror(errno == 0 ? EISDIR : errno)));
  }
  text << file.rdbuf();
  return std::move(text).str();
}

/// A last line is whole if it has its end and is JSON: a crash of the machine may leave zeros of the right
/// length.
std::size_t unfinished_bytes(std::string_view text) {
  if (text.empty()) {
    return 0;
  }
  const bool ended = text.back() == '\n';
  const auto body = text.substr(0, text.size() - (ended ? 1 : 0));
  const auto newline = body.rfind('\n');
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  const bool whole = ended && nlohmann::json::accept(body.substr(begin));
  return whole ? 0 : text.size() - begin;
}

}  // namespace

results_file::content results_file::read(const std::filesystem::path& path) {
  const std::string text = slurp(path);
  content result;
  result.truncated_bytes = unfinished_bytes(text);
  std::istringstream lines(text.substr(0, text.size() - result.truncated_bytes));
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    try {
      result.rows.push_back(row::from_json(nlohmann::json::parse(line)));
    } catch (const std::exception& e) {
      throw support::user_error(fmt::format("{}, line {}: {}", path.string(), number, e.what()));
    }
  }
  return result;
}

results_file::results_file(std::filesystem::path path) : _path(std::move(path)) {
  if (std::filesystem::is_regular_file(_path)) {
    _truncated_bytes = unfinished_bytes(slurp(_path));
  }
  _file = open(_path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (_file < 0) {
    fail("cannot be opened for writing", errno);
  }
  if (_truncated_bytes > 0) {
    struct stat status {};
    if (fstat(_file, &status) != 0 ||
        ftruncate(_file, status.st_size - static_cast<off_t>(_truncated_bytes)) != 0) {
      const int error = errno;
      close(_file);
      fail("ends in the middle of a line, which cannot be cut off", error);
    }
  }
}

results_file::~results_file() {
  close(_file);
}

void results_file::append(const row& row) {
  // The last words of a process that died may be no UTF-8.
  const std::string line =
      row.to_json().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  const off_t before = lseek(_file, 0, SEEK_END);
  std::size_t written = 0;
  int error = 0;
  while (error == 0 && written < line.size()) {
    const ssize_t n = write(_file, line.data() + written, line.size() - written);
    if (n >= 0) {
      written += static_cast<std::size_t>(n);
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  // EINVAL: it is no file on a disk, such as a pipe, and needs no sync.
  if (error == 0 && fsync(_file) != 0 && errno != EINVAL && errno != EROFS) {
    error = errno;
  }
  if (error != 0) {
    if (before >= 0) {
      static_cast<void>(ftruncate(_file, before) == 0);  // if not, the next reader cuts the line off
    }
    fail("cannot be written", error);
  }
}

void results_file::fail(const std::string& what, int error) const {
  const bool full = error == ENOSPC || error == EDQUOT;
  throw support::user_error(
      fmt::format("{} {}: {}{}", _path.string(), what, std::strerror(error),
                  full ? "; make room and go on with --resume: all rows before are intact"
                       : "; name another folder with --output"));
}

}  // namespace cqs::harness
