#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cqs::check::mutate {

/// Why no scenario can notice some mutations: the contents of `checker/mutants/argued.txt`.
class arguments {
 public:
  struct argument {
    std::string name;
    std::string because;
    /// The identities of its mutations (see `entry`).
    std::vector<std::string> identities;
  };

  /// Throws `bad_mutant`.
  explicit arguments(const std::filesystem::path& file);

  /// True if mutations of the file show nothing.
  bool skips(std::string_view file) const;

  /// The argument for a mutation, or null.
  const argument* find(const std::string& identity) const;

  const std::vector<argument>& all() const noexcept { return _arguments; }
  const std::map<std::string, std::string, std::less<>>& skipped() const noexcept { return _skipped; }

 private:
  std::vector<argument> _arguments;
  std::map<std::string, std::string, std::less<>> _skipped;
};

}  // namespace cqs::check::mutate
