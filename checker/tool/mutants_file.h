#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace cqs::check {

/// An invalid mutant or file of mutants. `what()` names the place and the reason.
struct bad_mutant : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A seeded bug: the edits in one file, and the scenarios that must find it.
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

/// Reads all `*.mutants` files of the folder, sorted by file name. The folder's README explains the format.
std::vector<mutant> read_mutants(const std::filesystem::path& folder);

/// Returns the text with the mutant's edits applied. Each text to replace must occur exactly once.
std::string mutated(const mutant& mutant, std::string text);

/// The name of the file that has the scenario: those named `semaphore.…` are in semaphore.cpp. Both pools share a file.
std::string source_of(const std::string& scenario);

/// Returns the contents of the file. Throws `bad_mutant`.
std::string read_text(const std::filesystem::path& file);

}  // namespace cqs::check
