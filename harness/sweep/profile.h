#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/experiment/experiment.h"

namespace cqs::harness {

/// What a sweep measures: the grids of the experiments, how often, how long. Written as
///
///     # a comment
///     processes = 5
///     [mutex]
///     work = 100, 1000
///     threads = 1, 2, 1x, 1..2x
///
/// where `2x` is twice the hardware threads and `1..2x` the powers of two from 1 on, and 2x. The keys before
/// the first section hold for all; `processes`, `sample_ms`, `implementations` and `without` may be changed in a
/// section. A section may leave out a key whose values the experiment declares. `experiments = all`, before
/// the first section, adds every other experiment with the grid it declares.
class profile {
 public:
  struct section {
    std::string experiment;
    std::map<std::string, std::vector<std::string>> grid;
    std::vector<std::string> threads;
    std::vector<std::string> implementations{"*"};  ///< patterns
    std::vector<std::string> without;  ///< patterns of those that are left out, unless they are asked for
    unsigned processes = 0;
    unsigned sample_ms = 0;
  };

  /// Checks it against the experiments. Throws `user_error` with the line and the key.
  static profile parse(const std::string& name, std::string_view text,
                       const std::vector<experiment>& experiments);

  /// One of the `built_in` names, or a file. Throws `user_error`.
  static profile load(const std::string& name_or_file, const std::vector<experiment>& experiments);

  static const std::vector<std::string>& built_in();

  const std::string& name() const noexcept { return _name; }
  const std::string& text() const noexcept { return _text; }
  unsigned timeout_s() const noexcept { return _timeout_s; }
  /// How often a sample that was disturbed is taken again, at most; 0: samples are not judged.
  unsigned repeats() const noexcept { return _repeats; }
  const std::vector<std::string>& placements() const noexcept { return _placements; }
  const std::vector<section>& sections() const noexcept { return _sections; }

 private:
  friend class profile_parser;
  profile() = default;

  std::string _name;
  std::string _text;
  unsigned _timeout_s = 30;
  unsigned _repeats = 2;
  std::vector<std::string> _placements{"compact"};
  std::vector<section> _sections;
};

/// The counts that an item of `threads` stands for, such as `1..2x`. Throws `user_error`.
std::vector<unsigned> thread_counts(std::string_view item, unsigned hardware_threads);

}  // namespace cqs::harness
