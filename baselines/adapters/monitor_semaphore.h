#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>

namespace cqs::baselines {

/// The textbook semaphore: a count, a mutex and one condition. A newcomer may overtake the waiters.
template <class Mutex, class Condition>
class monitor_semaphore {
 public:
  explicit monitor_semaphore(std::ptrdiff_t permits) : _permits(permits) {}

  void acquire() {
    std::unique_lock lock(_mutex);
    _not_empty.wait(lock, [this] { return _permits > 0; });
    --_permits;
  }

  bool try_acquire_for(std::chrono::nanoseconds timeout) {
    std::unique_lock lock(_mutex);
    if (!_not_empty.wait_for(lock, timeout, [this] { return _permits > 0; })) {
      return false;
    }
    --_permits;
    return true;
  }

  void release() {
    const std::scoped_lock lock(_mutex);
    ++_permits;
    _not_empty.notify_one();  // before others can lock: the last one may destroy this object
  }

 private:
  Mutex _mutex;
  Condition _not_empty;
  std::ptrdiff_t _permits;
};

}  // namespace cqs::baselines
