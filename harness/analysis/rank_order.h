#pragma once

#include <map>
#include <string>

#include "harness/analysis/statistics.h"
#include "harness/record/cell.h"

namespace cqs::harness {

/// Whether implementations that are told apart by two results stand in the same order in both. A pair counts, in a cell that
/// both have, if the intervals of its times do not overlap, neither in the one nor in the other. Cells without intervals do not count.
class rank_order {
 public:
  void add(const cell& cell, const std::string& placement, const interval& a, const interval& b);

  std::size_t pairs() const;
  /// Those whose order is the same.
  std::size_t kept() const;

 private:
  struct entry {
    interval a;
    interval b;
  };
  struct counts {
    std::size_t pairs = 0;
    std::size_t kept = 0;
  };

  counts count() const;

  std::multimap<std::string, entry> _entries;  ///< by cell, without its implementation
};

}  // namespace cqs::harness
