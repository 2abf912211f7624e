#pragma once

#include <cqs/queue_pool.h>
#include <cqs/stack_pool.h>

#include "baselines/adapters/standard.h"
#include "baselines/cqs/variants.h"

namespace cqs::baselines {

template <platform Platform>
struct basic_cqs_queue_pool : standard_pool<queue_pool<element, async_smart, Platform>> {
  using base = standard_pool<queue_pool<element, async_smart, Platform>>;
  using base::base;
  static constexpr description about{"cqs.pool.queue", cqs_origin, waiting::parking, order::fifo};
};

template <platform Platform>
struct basic_cqs_stack_pool : standard_pool<stack_pool<element, async_smart, Platform>> {
  using base = standard_pool<stack_pool<element, async_smart, Platform>>;
  using base::base;
  static constexpr description about{"cqs.pool.stack", cqs_origin, waiting::parking, order::fifo};
};

template <platform Platform>
struct basic_cqs_queue_pool_bounded_overtaking : standard_pool<queue_pool<element, overtaking, Platform>> {
  using base = standard_pool<queue_pool<element, overtaking, Platform>>;
  using base::base;
  static constexpr description about{.name = "cqs.pool.queue.bounded_overtaking",
                                     .origin = cqs_origin,
                                     .waits = waiting::parking,
                                     .most_overtakings = overtaking.order.most_overtakings};
};

template <platform Platform>
struct basic_cqs_stack_pool_bounded_overtaking : standard_pool<stack_pool<element, overtaking, Platform>> {
  using base = standard_pool<stack_pool<element, overtaking, Platform>>;
  using base::base;
  static constexpr description about{.name = "cqs.pool.stack.bounded_overtaking",
                                     .origin = cqs_origin,
                                     .waits = waiting::parking,
                                     .most_overtakings = overtaking.order.most_overtakings};
};

using cqs_queue_pool = basic_cqs_queue_pool<native>;

}  // namespace cqs::baselines
