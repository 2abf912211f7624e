#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

#include <folly/MPMCQueue.h>
#include <folly/concurrency/UnboundedQueue.h>

#include "baselines/concepts/pool.h"
#include "baselines/folly/origin.h"

namespace cqs::baselines {

/// A waiting `take` has drawn a ticket, so it is fair; a timed one waits first, then draws.
class folly_mpmc_queue {
 public:
  static constexpr description about{"folly.mpmc_queue", folly_origin, waiting::parking, order::fifo};

  explicit folly_mpmc_queue(std::size_t capacity) : _queue(capacity) {}

  void put(element e) { _queue.blockingWrite(e); }
  element take() {
    element e = 0;
    _queue.blockingRead(e);
    return e;
  }
  std::optional<element> take_for(std::chrono::nanoseconds timeout) {
    element e = 0;
    return _queue.tryReadUntil(std::chrono::steady_clock::now() + timeout, e) ? std::optional(e)
                                                                              : std::nullopt;
  }

 private:
  folly::MPMCQueue<element> _queue;
};

/// Tickets as in MPMCQueue, in segments that hazard pointers reclaim.
class folly_unbounded_queue {
 public:
  static constexpr description about{"folly.unbounded_queue", folly_origin, waiting::parking, order::fifo};

  explicit folly_unbounded_queue(std::size_t /*capacity*/) {}

  void put(element e) { _queue.enqueue(e); }
  element take() {
    element e = 0;
    _queue.dequeue(e);
    return e;
  }
  std::optional<element> take_for(std::chrono::nanoseconds timeout) {
    element e = 0;
    return _queue.try_dequeue_for(e, timeout) ? std::optional(e) : std::nullopt;
  }

 private:
  folly::UMPMCQueue<element, true> _queue;
};

}  // namespace cqs::baselines
