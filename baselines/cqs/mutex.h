#pragma once

#include <cqs/mutex.h>

#include "baselines/adapters/standard.h"
#include "baselines/cqs/variants.h"

namespace cqs::baselines {

template <platform Platform>
struct basic_cqs_mutex : standard_mutex<basic_mutex<async_smart, Platform>> {
  static constexpr description about{"cqs.mutex", cqs_origin, waiting::parking, order::fifo};
};

template <platform Platform>
struct basic_cqs_mutex_async_simple : standard_mutex<basic_mutex<async_simple, Platform>> {
  static constexpr description about{"cqs.mutex.async.simple", cqs_origin, waiting::parking, order::fifo};
};

template <platform Platform>
struct basic_cqs_mutex_sync_smart : standard_mutex<basic_mutex<sync_smart, Platform>> {
  static constexpr description about{"cqs.mutex.sync.smart", cqs_origin, waiting::parking, order::fifo};
};

template <platform Platform>
struct basic_cqs_mutex_sync_simple : standard_mutex<basic_mutex<sync_simple, Platform>> {
  static constexpr description about{"cqs.mutex.sync.simple", cqs_origin, waiting::parking, order::fifo};
};

template <platform Platform>
struct basic_cqs_mutex_parking_at_once : standard_mutex<basic_mutex<parking_at_once, Platform>> {
  static constexpr description about{"cqs.mutex.parking_at_once", cqs_origin, waiting::parking, order::fifo};
};

template <platform Platform>
struct basic_cqs_mutex_bounded_overtaking : standard_mutex<basic_mutex<overtaking, Platform>> {
  static constexpr description about{.name = "cqs.mutex.bounded_overtaking",
                                     .origin = cqs_origin,
                                     .waits = waiting::parking,
                                     .most_overtakings = overtaking.order.most_overtakings};
};

using cqs_mutex = basic_cqs_mutex<native>;

}  // namespace cqs::baselines
