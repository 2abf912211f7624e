#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include <folly/fibers/Semaphore.h>
#include <folly/synchronization/LifoSem.h>
#include <folly/synchronization/NativeSemaphore.h>
#include <folly/synchronization/ThrottledLifoSem.h>

#include "baselines/concepts/semaphore.h"
#include "baselines/folly/origin.h"

namespace cqs::baselines {

/// Unfair by design: wakes the latest waiter first, while its caches are warm.
class folly_lifo_sem {
 public:
  static constexpr description about{"folly.lifo_sem", folly_origin, waiting::parking};

  explicit folly_lifo_sem(std::ptrdiff_t permits) : _semaphore(static_cast<std::uint32_t>(permits)) {}

  void acquire() { _semaphore.wait(); }
  bool try_acquire_for(std::chrono::nanoseconds timeout) { return _semaphore.try_wait_for(timeout); }
  void release() { _semaphore.post(); }

 private:
  folly::LifoSem _semaphore;
};

/// Like LifoSem, but wakes one thread at a time.
class folly_throttled_lifo_sem {
 public:
  static constexpr description about{"folly.throttled_lifo_sem", folly_origin, waiting::parking};

  explicit folly_throttled_lifo_sem(std::ptrdiff_t permits)
      : _semaphore(static_cast<std::uint32_t>(permits)) {}

  void acquire() { _semaphore.wait(); }
  bool try_acquire_for(std::chrono::nanoseconds timeout) { return _semaphore.try_wait_for(timeout); }
  void release() { _semaphore.post(); }

 private:
  folly::ThrottledLifoSem _semaphore;
};

class folly_native_semaphore {
 public:
  static constexpr description about{"folly.native_semaphore", folly_origin, waiting::parking};

  explicit folly_native_semaphore(std::ptrdiff_t permits) : _semaphore(static_cast<std::size_t>(permits)) {}

  void acquire() { _semaphore.wait(); }
  void release() { _semaphore.post(); }

 private:
  folly::NativeSemaphore _semaphore;
};

/// In a thread, its baton parks that thread. Only its coroutines can abort.
class folly_fibers_semaphore {
 public:
  static constexpr description about{"folly.fibers.semaphore", folly_origin, waiting::suspending,
                                     order::fifo};

  explicit folly_fibers_semaphore(std::ptrdiff_t permits) : _semaphore(static_cast<std::size_t>(permits)) {}

  void acquire() { _semaphore.wait(); }
  void release() { _semaphore.signal(); }

 private:
  folly::fibers::Semaphore _semaphore;
};

}  // namespace cqs::baselines
