#pragma once

#include <string>
#include <vector>

#include "harness/analysis/rank_order.h"
#include "harness/analysis/statistics.h"
#include "harness/record/results.h"

namespace cqs::harness {

/// Two results directories, cell by cell.
class comparison {
 public:
  struct settings {
    double alpha = 0.05;
    double least_change = 0.02;  ///< a change below this share is no news, however sure
    std::vector<std::string> experiments = {};
    std::vector<std::string> implementations = {};  ///< patterns
    bool force = false;                             ///< also of different machines
  };
  enum class verdict : unsigned char { same, faster, slower };
  struct line {
    std::string cell;
    double ratio;  ///< time in B over time in A
    interval bounds;
    double p;  ///< after Holm's correction
    harness::comparison::verdict verdict;
  };

  /// Throws `user_error` if the machines differ and force is not used, or if no cell is in both.
  comparison(const results& a, const results& b, const settings& chosen);

  const std::vector<line>& lines() const noexcept { return _lines; }
  std::size_t count(verdict which) const;
  const rank_order& order() const noexcept { return _order; }
  /// As a table for people, with what makes it weak.
  std::string text() const;

 private:
  std::vector<line> _lines;
  rank_order _order;
  std::vector<std::string> _notes;
};

}  // namespace cqs::harness
