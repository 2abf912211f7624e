#pragma once

#include <cqs/weighted_semaphore.h>

#include "baselines/adapters/standard.h"
#include "baselines/cqs/variants.h"

namespace cqs::baselines {

/// The price of requests with sizes: here each asks for one permit.
template <platform Platform>
struct basic_cqs_weighted_semaphore
    : standard_semaphore<weighted_semaphore<weighted_semaphore<>::max(), async_smart, Platform>> {
  using base = standard_semaphore<weighted_semaphore<weighted_semaphore<>::max(), async_smart, Platform>>;
  using base::base;
  static constexpr description about{"cqs.weighted_semaphore", cqs_origin, waiting::parking, order::fifo};
};

}  // namespace cqs::baselines
