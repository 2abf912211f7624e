#pragma once

#include "baselines/concepts/semaphore.h"
#include "support.h"

namespace cqs::baselines::conformance {

/// Counts how often more threads were inside than there are permits.
template <semaphore_like S>
std::size_t crowds_inside() {
  constexpr std::size_t permits = team_size - 2;
  S semaphore(permits);
  std::atomic<std::size_t> inside = 0;
  std::atomic<std::size_t> crowds = 0;
  stress([&](std::size_t /*index*/, auto more) {
    while (more()) {
      semaphore.acquire();
      if (++inside > permits) {
        ++crowds;
      }
      std::this_thread::yield();
      --inside;
      semaphore.release();
    }
  });
  for (std::size_t i = 0; i < permits; ++i) {
    semaphore.acquire();  // all are back
  }
  return crowds;
}

template <semaphore_like S>
bool serves_in_order() {
  S semaphore(0);
  log log;
  line waiters;
  for (std::size_t i = 0; i < team_size; ++i) {
    waiters.join([&, i] {
      semaphore.acquire();
      log.add(i);
    });
  }
  for (std::size_t i = 1; i <= team_size; ++i) {
    semaphore.release();
    log.wait_for_count(i);
  }
  waiters.leave();
  return log.is_in_order();
}

}  // namespace cqs::baselines::conformance
