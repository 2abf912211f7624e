#include "harness/analysis/rank_order.h"

#include <iterator>

namespace cqs::harness {

namespace {

/// Below zero: `a` is before `b`; zero: they overlap.
int order(const interval& a, const interval& b) {
  return a.high < b.low ? -1 : b.high < a.low ? 1 : 0;
}

}  // namespace

void rank_order::add(const cell& cell, const std::string& placement, const interval& a, const interval& b) {
  harness::cell place = cell;
  place.implementation.clear();
  _entries.insert({place.key(placement), {a, b}});
}

std::size_t rank_order::pairs() const {
  return count().pairs;
}

std::size_t rank_order::kept() const {
  return count().kept;
}

rank_order::counts rank_order::count() const {
  counts result;
  for (auto one = _entries.begin(); one != _entries.end(); ++one) {
    for (auto other = std::next(one); other != _entries.end() && other->first == one->first; ++other) {
      const int in_a = order(one->second.a, other->second.a);
      const int in_b = order(one->second.b, other->second.b);
      if (in_a != 0 && in_b != 0) {
        ++result.pairs;
        result.kept += in_a == in_b ? 1U : 0U;
      }
    }
  }
  return result;
}

}  // namespace cqs::harness
