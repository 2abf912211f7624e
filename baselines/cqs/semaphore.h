#pragma once

#include <cqs/semaphore.h>

#include "baselines/adapters/standard.h"
#include "baselines/cqs/variants.h"

namespace cqs::baselines {

template <options Options, platform Platform>
using cqs_semaphore = standard_semaphore<counting_semaphore<counting_semaphore<>::max(), Options, Platform>>;

template <platform Platform>
struct basic_cqs_semaphore_async_smart : cqs_semaphore<async_smart, Platform> {
  using base = cqs_semaphore<async_smart, Platform>;
  using base::base;
  static constexpr description about{"cqs.semaphore.async.smart", cqs_origin, waiting::parking, order::fifo};
};

template <platform Platform>
struct basic_cqs_semaphore_async_simple : cqs_semaphore<async_simple, Platform> {
  using base = cqs_semaphore<async_simple, Platform>;
  using base::base;
  static constexpr description about{"cqs.semaphore.async.simple", cqs_origin, waiting::parking, order::fifo};
};

template <platform Platform>
struct basic_cqs_semaphore_sync_smart : cqs_semaphore<sync_smart, Platform> {
  using base = cqs_semaphore<sync_smart, Platform>;
  using base::base;
  static constexpr description about{"cqs.semaphore.sync.smart", cqs_origin, waiting::parking, order::fifo};
};

template <platform Platform>
struct basic_cqs_semaphore_sync_simple : cqs_semaphore<sync_simple, Platform> {
  using base = cqs_semaphore<sync_simple, Platform>;
  using base::base;
  static constexpr description about{"cqs.semaphore.sync.simple", cqs_origin, waiting::parking, order::fifo};
};

template <platform Platform>
struct basic_cqs_semaphore_parking_at_once : cqs_semaphore<parking_at_once, Platform> {
  using base = cqs_semaphore<parking_at_once, Platform>;
  using base::base;
  static constexpr description about{"cqs.semaphore.parking_at_once", cqs_origin, waiting::parking,
                                     order::fifo};
};

template <platform Platform>
struct basic_cqs_semaphore_bounded_overtaking : cqs_semaphore<overtaking, Platform> {
  using base = cqs_semaphore<overtaking, Platform>;
  using base::base;
  static constexpr description about{.name = "cqs.semaphore.bounded_overtaking",
                                     .origin = cqs_origin,
                                     .waits = waiting::parking,
                                     .most_overtakings = overtaking.order.most_overtakings};
};

using cqs_semaphore_async_smart = basic_cqs_semaphore_async_smart<native>;

}  // namespace cqs::baselines
