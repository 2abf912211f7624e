#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include <checker/mutation/arguments.h>
#include <checker/mutation/catalogue.h>
#include <checker/mutation/verdict.h>

namespace cqs::check::mutate {

/// A mutation and its verdict.
struct finding {
  entry of;
  verdict what;
  /// There is an argument why nothing can notice it.
  bool is_argued = false;
};

/// What a table says that `report::markdown` has made.
struct earlier_report {
  earlier_report() = default;
  explicit earlier_report(const std::string& table);

  /// The hash of each file.
  std::map<std::string, std::string> hashes;
  /// The identities of the mutations that were not killed (see `entry`).
  std::set<std::string> open;
};

/// What a run has found.
class report {
 public:
  report(const std::vector<finding>& findings, const std::vector<mutated_file>& files, const arguments& given,
         const earlier_report& earlier, double seconds)
      : _findings(findings), _files(files), _arguments(given), _earlier(earlier), _seconds(seconds) {}

  /// Each mutation is killed or argued, or was not killed before either. No argued one is killed.
  bool is_good() const;

  std::string summary() const;

  /// A row for each file with the hash of its text, the mutations that are not killed, and the verdict for each memory
  /// order.
  std::string markdown() const;

  /// The verdict for each memory order alone.
  std::string markdown_of_orders() const;

 private:
  std::string survivors() const;

  const std::vector<finding>& _findings;
  const std::vector<mutated_file>& _files;
  const arguments& _arguments;
  const earlier_report& _earlier;
  double _seconds;
};

}  // namespace cqs::check::mutate
