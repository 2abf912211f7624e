#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <checker/mutation/catalogue.h>

namespace cqs::check::mutate {

/// Builds the program of all mutations, in its own folder of the build, and keeps what has not changed.
class workshop {
 public:
  /// Uses the scenarios of the sources that include one of the `wanted` files. If `sources` is not empty, it names the
  /// only ones to use.
  workshop(const std::vector<mutated_file>& files, const std::set<std::string>& wanted,
           const std::vector<std::string>& sources, unsigned jobs);

  /// Compiles and links. A mutation that does not compile is stillborn: the program is built without it. Throws
  /// `bad_mutant` if anything else does not compile.
  void build();

  const std::set<std::size_t>& stillborn() const noexcept { return _stillborn; }
  std::filesystem::path program() const { return _root / "program"; }
  std::filesystem::path root() const { return _root; }

  /// Distinguishes what the verdict of a mutation depends on, if the scenarios of this source decide it. An empty name
  /// means all sources of the program.
  std::string scope(const std::string& source) const;

 private:
  struct unit {
    std::string source;
    /// The files of the project that it includes, directly or not, from the root.
    std::set<std::string> files;
  };

  void find_units(const std::set<std::string>& wanted, const std::vector<std::string>& only);
  void remove_old_headers() const;
  void write_headers() const;
  /// Returns the compiler's errors.
  std::string compile_all() const;
  std::string compile(const unit& made) const;
  void bury(const std::string& errors);
  void bury_line(const mutated_file& file, std::size_t line);
  void link() const;
  std::filesystem::path object_of(const unit& made) const;

  const std::vector<mutated_file>& _files;
  unsigned _jobs;
  std::filesystem::path _source;
  std::filesystem::path _root;
  std::vector<unit> _units;
  std::set<std::size_t> _stillborn;
};

}  // namespace cqs::check::mutate
