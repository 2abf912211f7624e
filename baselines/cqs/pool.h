#pragma once

#include <cqs/queue_pool.h>
#include <cqs/stack_pool.h>

#include "baselines/adapters/standard.h"
#include "baselines/cqs/variants.h"

namespace cqs::baselines {

struct cqs_queue_pool : standard_pool<queue_pool<element>> {
  using standard_pool::standard_pool;
  static constexpr description about{"cqs.pool.queue", cqs_origin, waiting::parking, order::fifo};
};

struct cqs_stack_pool : standard_pool<stack_pool<element>> {
  using standard_pool::standard_pool;
  static constexpr description about{"cqs.pool.stack", cqs_origin, waiting::parking, order::fifo};
};

}  // namespace cqs::baselines
