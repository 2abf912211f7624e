#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <checker/mutation/arguments.h>
#include <checker/mutation/generator.h>

namespace cqs::check::mutate {

/// A header, and all its mutations.
struct mutated_file {
  /// From the root of the repository.
  std::string path;
  std::string text;
  std::size_t first_number;
  generated all;
};

/// A generated mutant, as a reader and the cache know it.
struct entry {
  std::size_t number;
  mutate::change change;
  std::string file;
  std::size_t line;
  /// The lines that change, without and with the mutation, as one line.
  std::string before;
  std::string after;

  /// The same for a mutation that only moves to another line.
  std::string identity() const { return file + "\n" + before + "\n" + after; }
  std::string name() const { return file + ":" + std::to_string(line); }
};

/// Reads the headers of `primitives/cqs` and `components/cqs` below the root, except for those that are skipped.
std::vector<mutated_file> read_files(const std::filesystem::path& root, const arguments& given);

/// The mutations of a file. Those that make the same text of the same lines count once.
std::vector<entry> entries_of(const mutated_file& file);

}  // namespace cqs::check::mutate
