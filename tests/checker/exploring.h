#pragma once

#include <set>

#include <gtest/gtest.h>

#include <checker/explore/explore.h>
#include <checker/explore/report.h>
#include <checker/journal.h>
#include <checker/scenario.h>

namespace cqs::check {

inline constexpr settings sequential{.bound = 3};
inline constexpr settings weak{.bound = 3, .weak = true, .stale_reads = 2};

/// Requires that the exploration of the toy program is complete and finds no violation.
inline void expect_clean(const program& toy, const settings& with = sequential) {
  const result found = explore_all(toy, with);
  EXPECT_TRUE(found.complete);
  EXPECT_FALSE(found.what) << name_of(found.what.kind) << ": " << found.what.message << "\n"
                           << retell(toy, with, found.trace).steps;
}

/// Requires that the toy program has this violation, and that its trace reproduces the violation.
inline result expect_violation(violation_kind kind, const program& toy, const settings& with = sequential) {
  result found = explore_all(toy, with);
  EXPECT_STREQ(name_of(found.what.kind), name_of(kind)) << found.what.message;
  if (found.what) {
    const violation again = retell(toy, with, found.trace).what;
    EXPECT_EQ(again.kind, found.what.kind);
    EXPECT_EQ(again.message, found.what.message);
  }
  return found;
}

}  // namespace cqs::check
