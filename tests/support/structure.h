#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include <cqs/detail/cell.h>

namespace cqs::tests {

/// Segments of the queue that hold a waiter.
template <class Queue>
std::size_t segments_with_waiters(const Queue& queue) {
  std::size_t count = 0;
  queue.cells().for_each_segment([&count](const auto& segment) {
    count += std::any_of(segment.cells.begin(), segment.cells.end(), [](const auto& cell) {
      return detail::cell::is_waiter(cell.load(std::memory_order_relaxed));
    });
  });
  return count;
}

/// Checks the segment list while no operation is in progress.
template <class Queue>
void expect_sound_structure(const Queue& queue) {
  const void* previous = nullptr;
  std::uint64_t next_id = 0;
  const void* expected = nullptr;
  queue.cells().for_each_segment([&](const auto& segment) {
    const auto& list = segment.list.read();
    EXPECT_EQ(list.prev, previous) << "the segment before this one does not know it";
    EXPECT_TRUE(previous == nullptr || expected == &segment)
        << "the segment before this one has another next";
    EXPECT_GE(segment.id, next_id) << "segments are out of order";
    EXPECT_FALSE(list.unlinked) << "a removed segment stands in the list";
    EXPECT_FALSE(list.suspend_left && list.resume_left) << "a segment that is done with stands in the list";
    EXPECT_FALSE(list.suspend_left && !list.resume_reached &&
                 segment.cancelled_cells.load(std::memory_order_relaxed) == segment.cells.size())
        << "a segment of cancelled waiters was not removed";
    EXPECT_GT(segment.stakes.load(std::memory_order_relaxed), 0);
    previous = &segment;
    expected = list.next;
    next_id = segment.id + 1;
  });
  EXPECT_EQ(expected, nullptr) << "the list goes on after its last segment";
}

}  // namespace cqs::tests
