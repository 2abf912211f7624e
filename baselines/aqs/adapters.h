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

template <platform Platform>
struct basic_aqs_mutex_fair : standard_mutex<aqs::mutex<aqs::fairness::fair, Platform>> {
  static constexpr description about{"aqs.mutex.fair", own_origin, waiting::parking, order::fifo};
};

template <platform Platform>
struct basic_aqs_mutex_unfair : standard_mutex<aqs::mutex<aqs::fairness::unfair, Platform>> {
  static constexpr description about{"aqs.mutex.unfair", own_origin, waiting::parking};
};

template <platform Platform>
struct basic_aqs_semaphore_fair : standard_semaphore<aqs::semaphore<aqs::fairness::fair, Platform>> {
  using base = standard_semaphore<aqs::semaphore<aqs::fairness::fair, Platform>>;
  using base::base;
  static constexpr description about{"aqs.semaphore.fair", own_origin, waiting::parking, order::fifo};
};

template <platform Platform>
struct basic_aqs_semaphore_unfair : standard_semaphore<aqs::semaphore<aqs::fairness::unfair, Platform>> {
  using base = standard_semaphore<aqs::semaphore<aqs::fairness::unfair, Platform>>;
  using base::base;
  static constexpr description about{"aqs.semaphore.unfair", own_origin, waiting::parking};
};

template <platform Platform>
struct basic_aqs_latch : standard_latch<aqs::latch<Platform>> {
  using base = standard_latch<aqs::latch<Platform>>;
  using base::base;
  static constexpr description about{"aqs.latch", own_origin, waiting::parking};
};

template <platform Platform>
struct basic_aqs_barrier : standard_barrier<aqs::cyclic_barrier<Platform>> {
  using base = standard_barrier<aqs::cyclic_barrier<Platform>>;
  using base::base;
  static constexpr description about{"aqs.barrier", own_origin, waiting::parking};
};

template <platform Platform>
struct basic_aqs_array_pool_fair
    : standard_pool<aqs::array_blocking_queue<element, aqs::fairness::fair, Platform>> {
  using base = standard_pool<aqs::array_blocking_queue<element, aqs::fairness::fair, Platform>>;
  using base::base;
  static constexpr description about{"aqs.pool.array.fair", own_origin, waiting::parking, order::fifo};
};

template <platform Platform>
struct basic_aqs_array_pool_unfair
    : standard_pool<aqs::array_blocking_queue<element, aqs::fairness::unfair, Platform>> {
  using base = standard_pool<aqs::array_blocking_queue<element, aqs::fairness::unfair, Platform>>;
  using base::base;
  static constexpr description about{"aqs.pool.array.unfair", own_origin, waiting::parking};
};

template <platform Platform>
struct basic_aqs_linked_pool : standard_pool<aqs::linked_blocking_queue<element, Platform>> {
  using base = standard_pool<aqs::linked_blocking_queue<element, Platform>>;
  using base::base;
  static constexpr description about{"aqs.pool.linked", own_origin, waiting::parking};
};

using aqs_latch = basic_aqs_latch<native>;

}  // namespace cqs::baselines
