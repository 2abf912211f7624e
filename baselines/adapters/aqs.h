#pragma once

#include "baselines/adapters/origin.h"
#include "baselines/adapters/standard.h"
#include "baselines/aqs/array_blocking_queue.h"
#include "baselines/aqs/cyclic_barrier.h"
#include "baselines/aqs/latch.h"
#include "baselines/aqs/linked_blocking_queue.h"
#include "baselines/aqs/mutex.h"
#include "baselines/aqs/semaphore.h"

namespace cqs::baselines {

struct aqs_mutex_fair : standard_mutex<aqs::mutex<aqs::fairness::fair>> {
  static constexpr description about{"aqs.mutex.fair", own_origin, waiting::parking, order::fifo};
};

struct aqs_mutex_unfair : standard_mutex<aqs::mutex<aqs::fairness::unfair>> {
  static constexpr description about{"aqs.mutex.unfair", own_origin, waiting::parking};
};

struct aqs_semaphore_fair : standard_semaphore<aqs::semaphore<aqs::fairness::fair>> {
  using standard_semaphore::standard_semaphore;
  static constexpr description about{"aqs.semaphore.fair", own_origin, waiting::parking, order::fifo};
};

struct aqs_semaphore_unfair : standard_semaphore<aqs::semaphore<aqs::fairness::unfair>> {
  using standard_semaphore::standard_semaphore;
  static constexpr description about{"aqs.semaphore.unfair", own_origin, waiting::parking};
};

struct aqs_latch : standard_latch<aqs::latch<>> {
  using standard_latch::standard_latch;
  static constexpr description about{"aqs.latch", own_origin, waiting::parking};
};

struct aqs_barrier : standard_barrier<aqs::cyclic_barrier<>> {
  using standard_barrier::standard_barrier;
  static constexpr description about{"aqs.barrier", own_origin, waiting::parking};
};

struct aqs_array_pool_fair : standard_pool<aqs::array_blocking_queue<element, aqs::fairness::fair>> {
  using standard_pool::standard_pool;
  static constexpr description about{"aqs.pool.array.fair", own_origin, waiting::parking, order::fifo};
};

struct aqs_array_pool_unfair : standard_pool<aqs::array_blocking_queue<element, aqs::fairness::unfair>> {
  using standard_pool::standard_pool;
  static constexpr description about{"aqs.pool.array.unfair", own_origin, waiting::parking};
};

struct aqs_linked_pool : standard_pool<aqs::linked_blocking_queue<element>> {
  using standard_pool::standard_pool;
  static constexpr description about{"aqs.pool.linked", own_origin, waiting::parking};
};

}  // namespace cqs::baselines
