#pragma once

#include <condition_variable>
#include <mutex>

#include "baselines/adapters/monitor_pool.h"
#include "baselines/std/origin.h"

namespace cqs::baselines {

struct std_monitor_pool : monitor_pool<std::mutex, std::condition_variable> {
  using monitor_pool::monitor_pool;
  static constexpr description about{"std.monitor_pool", std_origin, waiting::parking};
};

}  // namespace cqs::baselines
