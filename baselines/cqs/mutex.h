#pragma once

#include <cqs/mutex.h>

#include "baselines/adapters/standard.h"
#include "baselines/cqs/variants.h"

namespace cqs::baselines {

struct cqs_mutex : standard_mutex<mutex> {
  static constexpr description about{"cqs.mutex", cqs_origin, waiting::parking, order::fifo};
};

struct cqs_mutex_async_simple : standard_mutex<basic_mutex<async_simple>> {
  static constexpr description about{"cqs.mutex.async.simple", cqs_origin, waiting::parking, order::fifo};
};

struct cqs_mutex_sync_smart : standard_mutex<basic_mutex<sync_smart>> {
  static constexpr description about{"cqs.mutex.sync.smart", cqs_origin, waiting::parking, order::fifo};
};

struct cqs_mutex_sync_simple : standard_mutex<basic_mutex<sync_simple>> {
  static constexpr description about{"cqs.mutex.sync.simple", cqs_origin, waiting::parking, order::fifo};
};

struct cqs_mutex_parking_at_once : standard_mutex<basic_mutex<parking_at_once>> {
  static constexpr description about{"cqs.mutex.parking_at_once", cqs_origin, waiting::parking, order::fifo};
};

}  // namespace cqs::baselines
