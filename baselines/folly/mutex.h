#pragma once

#include <chrono>
#include <utility>

#include <folly/MicroLock.h>
#include <folly/SpinLock.h>
#include <folly/coro/BlockingWait.h>
#include <folly/coro/Mutex.h>
#include <folly/fibers/TimedMutex.h>
#include <folly/synchronization/DistributedMutex.h>

#include "baselines/adapters/standard.h"
#include "baselines/folly/origin.h"

namespace cqs::baselines {

/// The holder keeps a proxy of its place in the queue. Waiters are served in groups, nearby ones first.
class folly_distributed_mutex {
 public:
  using hold = folly::DistributedMutex::DistributedMutexStateProxy;
  static constexpr description about{"folly.distributed_mutex", folly_origin, waiting::parking};

  void lock(hold& own) { own = _mutex.lock(); }
  void unlock(hold& own) { _mutex.unlock(std::move(own)); }
  bool try_lock_for(hold& own, std::chrono::nanoseconds timeout) {
    own = _mutex.try_lock_for(timeout);
    return static_cast<bool>(own);
  }

 private:
  folly::DistributedMutex _mutex;
};

struct folly_micro_lock : standard_mutex<folly::MicroLock> {
  static constexpr description about{"folly.micro_lock", folly_origin, waiting::parking};
};

struct folly_spin_lock : standard_mutex<folly::SpinLock> {
  static constexpr description about{"folly.spin_lock", folly_origin, waiting::spinning};
};

/// In a thread, its baton parks that thread.
struct folly_fibers_timed_mutex : standard_mutex<folly::fibers::TimedMutex> {
  static constexpr description about{"folly.fibers.timed_mutex", folly_origin, waiting::suspending,
                                     order::fifo};
};

/// Used from a thread: every `lock` creates a coroutine that waits, and the thread sleeps until it ends.
/// `unlock` runs the next coroutine, which first wakes its thread.
class folly_coro_mutex {
 public:
  struct hold {};
  static constexpr description about{"folly.coro.mutex", folly_origin, waiting::suspending, order::fifo};

  void lock(hold& /*unused*/) {
    if (!_mutex.try_lock()) {
      folly::coro::blockingWait(_mutex.co_lock());
    }
  }
  void unlock(hold& /*unused*/) { _mutex.unlock(); }

 private:
  folly::coro::Mutex _mutex;
};

}  // namespace cqs::baselines
