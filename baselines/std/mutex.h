#pragma once

#include <mutex>

#include "baselines/adapters/standard.h"
#include "baselines/std/origin.h"

namespace cqs::baselines {

struct std_mutex : standard_mutex<std::mutex> {
  static constexpr description about{"std.mutex", std_origin, waiting::parking};
};

struct std_timed_mutex : standard_mutex<std::timed_mutex> {
  static constexpr description about{"std.timed_mutex", std_origin, waiting::parking};
};

}  // namespace cqs::baselines
