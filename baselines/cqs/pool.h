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

using cqs_queue_pool = basic_cqs_queue_pool<native>;

}  // namespace cqs::baselines
