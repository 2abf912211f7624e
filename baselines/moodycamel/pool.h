#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

#include <blockingconcurrentqueue.h>

#include "baselines/concepts/pool.h"

namespace cqs::baselines {

/// Unbounded; inside, each thread puts into a queue of its own.
class moodycamel_blocking_queue {
 public:
  static constexpr description about{"moodycamel.blocking_queue", "moodycamel concurrentqueue",
                                     waiting::parking};

  explicit moodycamel_blocking_queue(std::size_t capacity) : _queue(capacity) {}

  void put(element e) { _queue.enqueue(e); }
  element take() {
    element e = 0;
    _queue.wait_dequeue(e);
    return e;
  }
  std::optional<element> take_for(std::chrono::nanoseconds timeout) {
    element e = 0;
    // Its timeouts are in microseconds.
    return _queue.wait_dequeue_timed(e, std::chrono::ceil<std::chrono::microseconds>(timeout))
               ? std::optional(e)
               : std::nullopt;
  }

 private:
  moodycamel::BlockingConcurrentQueue<element> _queue;
};

}  // namespace cqs::baselines
