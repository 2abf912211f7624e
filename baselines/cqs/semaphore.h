#pragma once

#include <cqs/semaphore.h>

#include "baselines/adapters/standard.h"
#include "baselines/cqs/variants.h"

namespace cqs::baselines {

template <options Options>
using cqs_semaphore = standard_semaphore<counting_semaphore<counting_semaphore<>::max(), Options>>;

struct cqs_semaphore_async_smart : cqs_semaphore<async_smart> {
  using standard_semaphore::standard_semaphore;
  static constexpr description about{"cqs.semaphore.async.smart", cqs_origin, waiting::parking, order::fifo};
};

struct cqs_semaphore_async_simple : cqs_semaphore<async_simple> {
  using standard_semaphore::standard_semaphore;
  static constexpr description about{"cqs.semaphore.async.simple", cqs_origin, waiting::parking, order::fifo};
};

struct cqs_semaphore_sync_smart : cqs_semaphore<sync_smart> {
  using standard_semaphore::standard_semaphore;
  static constexpr description about{"cqs.semaphore.sync.smart", cqs_origin, waiting::parking, order::fifo};
};

struct cqs_semaphore_sync_simple : cqs_semaphore<sync_simple> {
  using standard_semaphore::standard_semaphore;
  static constexpr description about{"cqs.semaphore.sync.simple", cqs_origin, waiting::parking, order::fifo};
};

struct cqs_semaphore_parking_at_once : cqs_semaphore<parking_at_once> {
  using standard_semaphore::standard_semaphore;
  static constexpr description about{"cqs.semaphore.parking_at_once", cqs_origin, waiting::parking,
                                     order::fifo};
};

}  // namespace cqs::baselines
