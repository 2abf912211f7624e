#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/analysis/estimate.h"
#include "harness/analysis/rank_order.h"
#include "harness/record/results.h"

namespace cqs::harness {

/// Two results directories, cell by cell.
class comparison {
 public:
  struct settings {
    double alpha = 0.05;         ///< the false discovery rate per experiment
    double least_change = 0.02;  ///< a change below this share is no news, however sure
    std::vector<std::string> experiments = {};
    std::vector<std::string> implementations = {};  ///< patterns
    bool force = false;                             ///< also of different machines
  };
  enum class verdict : unsigned char { same, faster, slower };
  struct line {
    std::string experiment;
    std::string cell;
    double ratio;                    ///< time in B over time in A
    std::optional<interval> bounds;  ///< none of too few samples
    estimate a;
    estimate b;
    double q = 1;  ///< the least false discovery rate, among the cells of its experiment, at which it counts
    harness::comparison::verdict verdict = verdict::same;

    /// B is within the interval. Nothing where there is none.
    std::optional<bool> repeats() const;
  };
  /// How many cells have intervals, and how many of those repeat.
  struct replication {
    std::size_t cells = 0;
    std::size_t repeated = 0;  ///< the interval of B / A holds 1
    std::size_t within_a = 0;  ///< the median of B is in the interval of A
  };

  /// Throws `user_error` if the machines differ and force is not used, or if no cell is in both.
  comparison(const results& a, const results& b, const settings& chosen);

  const std::vector<line>& lines() const noexcept { return _lines; }
  std::size_t count(verdict which) const;
  const rank_order& order() const noexcept { return _order; }
  replication replicated() const;
  /// As a table for people, with what makes it weak.
  std::string text() const;

 private:
  void note_machines(const results& a, const results& b, bool force);
  void judge_changes(const std::vector<paired_samples>& samples, const settings& chosen);
  std::string replication_text() const;

  std::vector<line> _lines;
  rank_order _order;
  std::vector<std::string> _notes;
  bool _of_one_commit = false;
};

}  // namespace cqs::harness
