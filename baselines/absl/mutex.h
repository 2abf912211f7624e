#pragma once

#include <absl/synchronization/mutex.h>

#include "baselines/absl/origin.h"
#include "baselines/concepts/shared_mutex.h"

namespace cqs::baselines {

/// Abseil's only mutex; it has a shared mode. It has timed waits for conditions, but not for the lock.
class absl_mutex {
 public:
  struct hold {};
  static constexpr description about{"absl.mutex", absl_origin, waiting::parking};

  void lock(hold& /*unused*/) { _mutex.Lock(); }
  void unlock(hold& /*unused*/) { _mutex.Unlock(); }
  void lock_shared(hold& /*unused*/) { _mutex.ReaderLock(); }
  void unlock_shared(hold& /*unused*/) { _mutex.ReaderUnlock(); }

 private:
  absl::Mutex _mutex;
};

}  // namespace cqs::baselines
