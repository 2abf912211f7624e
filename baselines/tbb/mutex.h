#pragma once

#include <oneapi/tbb/mutex.h>
#include <oneapi/tbb/queuing_mutex.h>
#include <oneapi/tbb/spin_mutex.h>

#include "baselines/adapters/standard.h"
#include "baselines/tbb/origin.h"

namespace cqs::baselines {

/// TBB's MCS lock: waiters spin, and after a while yield their processor.
class tbb_queuing_mutex {
 public:
  using hold = tbb::queuing_mutex::scoped_lock;
  static constexpr description about{"tbb.queuing_mutex", tbb_origin, waiting::spinning, order::fifo};

  void lock(hold& own) { own.acquire(_mutex); }
  void unlock(hold& own) { own.release(); }

 private:
  tbb::queuing_mutex _mutex;
};

struct tbb_mutex : standard_mutex<tbb::mutex> {
  static constexpr description about{"tbb.mutex", tbb_origin, waiting::parking};
};

struct tbb_spin_mutex : standard_mutex<tbb::spin_mutex> {
  static constexpr description about{"tbb.spin_mutex", tbb_origin, waiting::spinning};
};

}  // namespace cqs::baselines
