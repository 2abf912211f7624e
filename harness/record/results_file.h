#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/record/row.h"

namespace cqs::harness {

/// results.jsonl: one row a line, only ever appended to. A row that `append` has returned from survives a
/// crash and a power cut; one that could not be written whole is taken back, so that what was there before
/// stays readable.
class results_file {
 public:
  struct content {
    std::vector<row> rows;
    std::size_t truncated_bytes = 0;  ///< of a last line that was never finished, and is not among the rows
  };

  /// Reads a file and changes nothing. Throws `user_error` if it cannot be read, or if a line but the last is
  /// broken.
  static content read(const std::filesystem::path& path);

  /// Opens it for appending, makes it if need be, and cuts off a last line that was never finished. Throws
  /// `user_error`.
  explicit results_file(std::filesystem::path path);
  results_file(const results_file&) = delete;
  results_file& operator=(const results_file&) = delete;
  ~results_file();

  /// Throws `user_error`, for instance when the disk is full.
  void append(const row& row);

  /// How many bytes were cut off on opening.
  std::size_t truncated_bytes() const noexcept { return _truncated_bytes; }

 private:
  [[noreturn]] void fail(const std::string& what, int error) const;

  std::filesystem::path _path;
  int _file = -1;
  std::size_t _truncated_bytes = 0;
};

}  // namespace cqs::harness
