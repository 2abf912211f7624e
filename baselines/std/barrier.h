#pragma once

#include <barrier>
#include <condition_variable>
#include <mutex>

#include "baselines/adapters/monitor_barrier.h"
#include "baselines/adapters/standard.h"
#include "baselines/std/origin.h"

namespace cqs::baselines {

struct std_barrier : standard_barrier<std::barrier<>> {
  using standard_barrier::standard_barrier;
  static constexpr description about{"std.barrier", std_origin, waiting::parking};
};

struct std_monitor_barrier : monitor_barrier<std::mutex, std::condition_variable> {
  using monitor_barrier::monitor_barrier;
  static constexpr description about{"std.monitor_barrier", std_origin, waiting::parking};
};

}  // namespace cqs::baselines
