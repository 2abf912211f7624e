#pragma once

#include <cstddef>

#include <oneapi/tbb/concurrent_queue.h>

#include "baselines/concepts/pool.h"
#include "baselines/tbb/origin.h"

namespace cqs::baselines {

/// A waiting `take` has drawn a ticket, so it is fair.
class tbb_bounded_queue {
 public:
  static constexpr description about{"tbb.concurrent_bounded_queue", tbb_origin, waiting::parking,
                                     order::fifo};

  explicit tbb_bounded_queue(std::size_t capacity) {
    _queue.set_capacity(static_cast<std::ptrdiff_t>(capacity));
  }

  void put(element e) { _queue.push(e); }
  element take() {
    element e = 0;
    _queue.pop(e);
    return e;
  }

 private:
  tbb::concurrent_bounded_queue<element> _queue;
};

}  // namespace cqs::baselines
