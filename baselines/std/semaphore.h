#pragma once

#include <condition_variable>
#include <mutex>
#include <semaphore>

#include "baselines/adapters/monitor_list_semaphore.h"
#include "baselines/adapters/monitor_semaphore.h"
#include "baselines/adapters/standard.h"
#include "baselines/std/origin.h"

namespace cqs::baselines {

struct std_counting_semaphore : standard_semaphore<std::counting_semaphore<>> {
  using standard_semaphore::standard_semaphore;
  static constexpr description about{"std.counting_semaphore", std_origin, waiting::parking};
};

struct std_monitor_semaphore : standard_semaphore<monitor_semaphore<std::mutex, std::condition_variable>> {
  using standard_semaphore::standard_semaphore;
  static constexpr description about{"std.monitor_semaphore", std_origin, waiting::parking};
};

struct std_monitor_list_semaphore
    : standard_semaphore<monitor_list_semaphore<std::mutex, std::condition_variable>> {
  using standard_semaphore::standard_semaphore;
  static constexpr description about{"std.monitor_semaphore.list", std_origin, waiting::parking, order::fifo};
};

}  // namespace cqs::baselines
