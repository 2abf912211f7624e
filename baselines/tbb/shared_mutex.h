#pragma once

#include <oneapi/tbb/queuing_rw_mutex.h>
#include <oneapi/tbb/rw_mutex.h>

#include "baselines/adapters/standard.h"
#include "baselines/tbb/origin.h"

namespace cqs::baselines {

class tbb_queuing_rw_mutex {
 public:
  using hold = tbb::queuing_rw_mutex::scoped_lock;
  static constexpr description about{"tbb.queuing_rw_mutex", tbb_origin, waiting::spinning, order::fifo};

  void lock(hold& own) { own.acquire(_mutex, true); }
  void unlock(hold& own) { own.release(); }
  void lock_shared(hold& own) { own.acquire(_mutex, false); }
  void unlock_shared(hold& own) { own.release(); }

 private:
  tbb::queuing_rw_mutex _mutex;
};

struct tbb_rw_mutex : standard_shared_mutex<tbb::rw_mutex> {
  static constexpr description about{"tbb.rw_mutex", tbb_origin, waiting::parking};
};

}  // namespace cqs::baselines
