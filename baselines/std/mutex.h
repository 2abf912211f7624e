#pragma once

#include <condition_variable>
#include <mutex>

#include "baselines/adapters/monitor_list_mutex.h"
#include "baselines/adapters/monitor_ticket_mutex.h"
#include "baselines/adapters/standard.h"
#include "baselines/std/origin.h"

namespace cqs::baselines {

struct std_mutex : standard_mutex<std::mutex> {
  static constexpr description about{"std.mutex", std_origin, waiting::parking};
};

struct std_timed_mutex : standard_mutex<std::timed_mutex> {
  static constexpr description about{"std.timed_mutex", std_origin, waiting::parking};
};

struct std_monitor_ticket_mutex : standard_mutex<monitor_ticket_mutex<std::mutex, std::condition_variable>> {
  static constexpr description about{"std.monitor_mutex.ticket", std_origin, waiting::parking, order::fifo};
};

struct std_monitor_list_mutex : standard_mutex<monitor_list_mutex<std::mutex, std::condition_variable>> {
  static constexpr description about{"std.monitor_mutex.list", std_origin, waiting::parking, order::fifo};
};

}  // namespace cqs::baselines
