#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace cqs::check {

/// A file of mutants, or a mutant, that makes no sense; `what()` says where and why.
struct bad_mutant : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A seeded bug: a replacement in one file, and the scenarios that are to find it.
struct mutant {
  struct edit {
    std::string before;
    std::string after;
  };

  std::string name;
  std::string breaks;
  std::string file;
  std::vector<std::string> scenarios;
  std::uint32_t bound = 2;
  bool weak = false;
  std::uint32_t stale_reads = 1;
  std::uint32_t seconds = 20;
  std::vector<edit> edits;
};

/// All mutants of all `*.mutants` in the folder, sorted by file. The format is told in its README.
std::vector<mutant> read_mutants(const std::filesystem::path& folder);

/// The text with the mutant's edits. Each text to find has to occur exactly once.
std::string mutated(const mutant& mutant, std::string text);

/// The whole file. Throws `bad_mutant`.
std::string read_text(const std::filesystem::path& file);

}  // namespace cqs::check
