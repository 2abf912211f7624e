#pragma once

#include <cstddef>
#include <thread>

#include <cqs/detail/queue/cell.h>

namespace cqs::tests {

/// Waits until the queue contains the given number of waiters.
template <class Queue>
void await_queued(const Queue& queue, std::size_t expected) {
  for (;;) {
    std::size_t waiters = 0;
    queue.cells().for_each_segment([&waiters](const auto& segment) {
      for (const auto& cell : segment.cells) {
        waiters += detail::cell::is_waiter(cell.load(std::memory_order_relaxed));
      }
    });
    if (waiters == expected) {
      return;
    }
    std::this_thread::yield();
  }
}

}  // namespace cqs::tests
