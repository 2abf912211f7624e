#pragma once

#include <chrono>

#include "baselines/adapters/monitor_list_semaphore.h"

namespace cqs::baselines {

/// A fair mutex with one condition for each waiter: a semaphore of one permit.
template <class Mutex, class Condition>
class monitor_list_mutex {
 public:
  void lock() { _permit.acquire(); }
  bool try_lock_for(std::chrono::nanoseconds timeout) { return _permit.try_acquire_for(timeout); }
  void unlock() { _permit.release(); }

 private:
  monitor_list_semaphore<Mutex, Condition> _permit{1};
};

}  // namespace cqs::baselines
