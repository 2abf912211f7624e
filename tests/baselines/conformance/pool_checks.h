#pragma once

#include "baselines/concepts/pool.h"
#include "support.h"

namespace cqs::baselines::conformance {

/// The elements of a pool, and their owners.
class ownership {
 public:
  explicit ownership(std::size_t elements) : _taken(elements) {}

  void took(element e) { _doubled += _taken.at(e).exchange(true, std::memory_order_relaxed) ? 1 : 0; }
  void puts(element e) { _taken.at(e).store(false, std::memory_order_relaxed); }

  /// Counts how often a thread got an element that another thread had.
  std::size_t doubled() const { return _doubled; }

 private:
  std::vector<std::atomic<bool>> _taken;
  std::atomic<std::size_t> _doubled = 0;
};

inline constexpr std::size_t pool_elements = 3;

template <pool_like P>
void fill(P& pool) {
  for (element e = 0; e < pool_elements; ++e) {
    pool.put(e);
  }
}

template <pool_like P>
std::size_t doubled_elements() {
  P pool(pool_elements);
  fill(pool);
  ownership elements(pool_elements);
  stress([&](std::size_t /*index*/, auto more) {
    while (more()) {
      const element e = pool.take();
      elements.took(e);
      std::this_thread::yield();
      elements.puts(e);
      pool.put(e);
    }
  });
  for (std::size_t i = 0; i < pool_elements; ++i) {
    elements.took(pool.take());  // all are back, each exactly once
  }
  return elements.doubled();
}

template <pool_like P>
bool serves_in_order() {
  P pool(team_size);
  log log;
  line waiters;
  for (std::size_t i = 0; i < team_size; ++i) {
    waiters.join([&, i] {
      pool.take();
      log.add(i);
    });
  }
  for (std::size_t i = 1; i <= team_size; ++i) {
    pool.put(i);
    log.wait_for_count(i);
  }
  waiters.leave();
  return log.is_in_order();
}

}  // namespace cqs::baselines::conformance
