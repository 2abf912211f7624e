#pragma once

#include <gtest/gtest.h>

#include <checker/structure.h>

namespace cqs::tests {

using check::segments_with_waiters;

/// Checks the segment list while no operation is in progress.
template <class Queue>
void expect_sound_structure(const Queue& queue) {
  const char* const defect = check::defect_of_structure(queue);
  EXPECT_EQ(defect, nullptr) << defect;
}

}  // namespace cqs::tests
