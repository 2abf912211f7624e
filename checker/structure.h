#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <cqs/detail/queue/cell.h>

/// The invariants of a queue's segments. They hold while no operation is in progress.
namespace cqs::check {

/// The number of segments that hold a waiter.
template <class Queue>
std::size_t segments_with_waiters(const Queue& queue) {
  std::size_t count = 0;
  queue.cells().for_each_segment([&count](const auto& segment) {
    const bool waits = std::any_of(segment.cells.begin(), segment.cells.end(), [](const auto& cell) {
      return detail::cell::is_waiter(cell.load(std::memory_order_relaxed));
    });
    count += static_cast<std::size_t>(waits);
  });
  return count;
}

/// Describes the error in the list of segments; null if there is none.
template <class Queue>
const char* defect_of_structure(const Queue& queue) {
  const char* defect = nullptr;
  const void* previous = nullptr;
  const void* next = nullptr;
  std::uint64_t least_id = 0;
  const auto expect = [&defect](bool holds, const char* otherwise) {
    if (!holds && defect == nullptr) {
      defect = otherwise;
    }
  };
  queue.cells().for_each_segment([&](const auto& segment) {
    const auto& list = segment.list.read();
    expect(list.prev == previous, "a segment's link to its predecessor is wrong");
    expect(previous == nullptr || next == &segment, "a segment's link to its successor is wrong");
    expect(segment.id >= least_id, "segments are out of order");
    expect(!list.unlinked, "a removed segment is still in the list");
    expect(!(list.suspend_left && list.resume_left), "a segment behind both cursors is still in the list");
    expect(!(list.suspend_left && !list.resume_reached &&
             segment.cancelled_cells.load(std::memory_order_relaxed) == segment.cells.size()),
           "a segment with only cancelled waiters was not removed");
    expect(segment.stakes.load(std::memory_order_relaxed) > 0, "a segment without stakes was not freed");
    previous = &segment;
    next = list.next;
    least_id = segment.id + 1;
  });
  expect(next == nullptr, "the list continues after its last segment");
  return defect;
}

}  // namespace cqs::check
