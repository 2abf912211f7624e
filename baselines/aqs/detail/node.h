#pragma once

#include <atomic>
#include <cstdint>

#include <cqs/platform/platform.h>

namespace cqs::baselines::aqs::detail {

enum class mode : std::uint8_t { exclusive, shared };

/// A thread that waits or, at the head of the queue, has waited. `status` is also the futex of its sleep.
///
/// | bit of `status` | meaning                                     | set by     | cleared by                |
/// |-----------------|---------------------------------------------|------------|---------------------------|
/// | `waiting`       | the thread sleeps or is about to: wake it   | the thread | a signal, the thread      |
/// | `condition`     | it waits for a condition, not yet in a queue| the thread | a condition's signal, or  |
/// |                 |                                             |            | an abort: the first wins  |
/// | `interrupted`   | stop was requested while it slept           | a callback | the thread, after that    |
/// | `cancelled`     | it has aborted, and waits to be unlinked    | the thread | the next use of the node  |
/// | `unlinked`      | out of the queue; its thread owns it again  | a cleaner  | the next use of the node  |
template <platform Platform>
struct alignas(64) node {
  using status_type = std::uint32_t;

  static constexpr status_type waiting = 1;
  static constexpr status_type condition = 2;
  static constexpr status_type interrupted = 4;
  static constexpr status_type cancelled = 8;
  static constexpr status_type unlinked = 16;

  typename Platform::template atomic<status_type> status{0};
  /// A shared release continues from a node in shared mode to the next node.
  typename Platform::template atomic<bool> shared{false};
  /// The condition's signal has put the node into the queue.
  typename Platform::template atomic<bool> transferred{false};
  typename Platform::template atomic<node*> prev{nullptr};
  /// Set after the node behind has become the tail; null until then.
  typename Platform::template atomic<node*> next{nullptr};
  /// The next waiter for the same condition; guarded by the mutex.
  typename Platform::template plain<node*> next_waiter{nullptr};
  typename Platform::template atomic<node*> next_free{nullptr};

  /// relaxed: the exchange of the tail publishes it.
  void restart(mode m) noexcept {
    status.store(0, std::memory_order_relaxed);
    shared.store(m == mode::shared, std::memory_order_relaxed);
    transferred.store(false, std::memory_order_relaxed);
    prev.store(nullptr, std::memory_order_relaxed);
    next.store(nullptr, std::memory_order_relaxed);
  }
};

}  // namespace cqs::baselines::aqs::detail
