#pragma once

#include <chrono>
#include <cstddef>

#include <concurrentqueue.h>  // the next one needs it
#include <lightweightsemaphore.h>

#include "baselines/concepts/semaphore.h"

namespace cqs::baselines {

/// A counter in front of a `sem_t`, and a long spin before that.
class moodycamel_semaphore {
 public:
  static constexpr description about{"moodycamel.lightweight_semaphore", "moodycamel concurrentqueue",
                                     waiting::parking};

  explicit moodycamel_semaphore(std::ptrdiff_t permits) : _semaphore(permits) {}

  void acquire() {
    while (!_semaphore.wait()) {  // a signal handler may have run
    }
  }
  bool try_acquire_for(std::chrono::nanoseconds timeout) {
    return _semaphore.wait(std::chrono::ceil<std::chrono::microseconds>(timeout).count());
  }
  void release() { _semaphore.signal(); }

 private:
  moodycamel::LightweightSemaphore _semaphore;
};

}  // namespace cqs::baselines
