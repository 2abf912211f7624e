#pragma once

#include <shared_mutex>

#include "baselines/adapters/standard.h"
#include "baselines/std/origin.h"

namespace cqs::baselines {

struct std_shared_mutex : standard_shared_mutex<std::shared_mutex> {
  static constexpr description about{"std.shared_mutex", std_origin, waiting::parking};
};

struct std_shared_timed_mutex : standard_shared_mutex<std::shared_timed_mutex> {
  static constexpr description about{"std.shared_timed_mutex", std_origin, waiting::parking};
};

}  // namespace cqs::baselines
