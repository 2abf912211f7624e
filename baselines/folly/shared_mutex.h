#pragma once

#include <folly/SharedMutex.h>

#include "baselines/adapters/standard.h"
#include "baselines/folly/origin.h"

namespace cqs::baselines {

/// `folly::SharedMutex` itself; writers overtake readers.
struct folly_shared_mutex : standard_shared_mutex<folly::SharedMutexWritePriority> {
  static constexpr description about{"folly.shared_mutex", folly_origin, waiting::parking};
};

struct folly_shared_mutex_readers : standard_shared_mutex<folly::SharedMutexReadPriority> {
  static constexpr description about{"folly.shared_mutex.prefer_readers", folly_origin, waiting::parking};
};

}  // namespace cqs::baselines
