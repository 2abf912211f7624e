#pragma once

#include "baselines/concepts/mutex.h"
#include "support.h"

namespace cqs::baselines::conformance {

/// Counts how often two threads met between `lock` and `unlock`.
template <mutex_like M>
std::size_t meetings_inside() {
  M mutex;
  std::atomic<bool> inside = false;
  std::atomic<std::size_t> meetings = 0;
  stress([&](std::size_t /*index*/, auto more) {
    while (more()) {
      typename M::hold hold;
      mutex.lock(hold);
      if (inside.exchange(true, std::memory_order_relaxed)) {
        ++meetings;
      }
      std::this_thread::yield();  // gives the others a chance to enter
      inside.store(false, std::memory_order_relaxed);
      mutex.unlock(hold);
    }
  });
  return meetings;
}

template <mutex_like M>
bool serves_in_order() {
  M mutex;
  log log;
  line waiters;
  typename M::hold own;
  mutex.lock(own);
  for (std::size_t i = 0; i < team_size; ++i) {
    waiters.join([&, i] {
      typename M::hold hold;
      mutex.lock(hold);
      log.add(i);
      mutex.unlock(hold);
    });
  }
  mutex.unlock(own);
  waiters.leave();
  return log.count() == team_size && log.is_in_order();
}

}  // namespace cqs::baselines::conformance
