#pragma once

#include "baselines/aqs/adapters.h"
#include "baselines/concepts/implementations.h"
#include "baselines/control/empty.h"
#include "baselines/cqs/barrier.h"
#include "baselines/cqs/latch.h"
#include "baselines/cqs/mutex.h"
#include "baselines/cqs/pool.h"
#include "baselines/cqs/semaphore.h"
#include "baselines/cqs/shared_mutex.h"
#include "baselines/cqs/weighted_semaphore.h"
#include "baselines/park/adapters.h"
#include "baselines/spin/adapters.h"

/// Implementations written once for every platform: they can be measured and simulated.
namespace cqs::baselines::portable {

// clang-format off
template <platform Platform>
using mutexes = type_list<
    empty_mutex,
    basic_cqs_mutex<Platform>,
    basic_cqs_mutex_async_simple<Platform>,
    basic_cqs_mutex_sync_smart<Platform>,
    basic_cqs_mutex_sync_simple<Platform>,
    basic_cqs_mutex_parking_at_once<Platform>,
    basic_cqs_mutex_bounded_overtaking<Platform>,
    basic_cqs_shared_mutex<Platform>,
    basic_aqs_mutex_fair<Platform>,
    basic_aqs_mutex_unfair<Platform>,
    basic_spin_ticket<Platform>,
    basic_spin_mcs<Platform>,
    basic_spin_clh<Platform>,
    basic_spin_clh_abortable<Platform>,
    basic_park_mcs<Platform>,
    basic_park_clh<Platform>>;

template <platform Platform>
using shared_mutexes = type_list<
    empty_mutex,
    basic_cqs_shared_mutex<Platform>,
    basic_cqs_shared_mutex_central<Platform>>;

template <platform Platform>
using semaphores = type_list<
    empty_semaphore,
    basic_cqs_semaphore_async_smart<Platform>,
    basic_cqs_semaphore_async_simple<Platform>,
    basic_cqs_semaphore_sync_smart<Platform>,
    basic_cqs_semaphore_sync_simple<Platform>,
    basic_cqs_semaphore_parking_at_once<Platform>,
    basic_cqs_semaphore_bounded_overtaking<Platform>,
    basic_cqs_weighted_semaphore<Platform>,
    basic_aqs_semaphore_fair<Platform>,
    basic_aqs_semaphore_unfair<Platform>>;

template <platform Platform>
using pools = type_list<
    empty_pool,
    basic_cqs_queue_pool<Platform>,
    basic_cqs_stack_pool<Platform>,
    basic_cqs_queue_pool_bounded_overtaking<Platform>,
    basic_cqs_stack_pool_bounded_overtaking<Platform>,
    basic_aqs_array_pool_fair<Platform>,
    basic_aqs_array_pool_unfair<Platform>,
    basic_aqs_linked_pool<Platform>>;

template <platform Platform>
using latches = type_list<
    empty_latch,
    basic_cqs_latch<Platform>,
    basic_aqs_latch<Platform>>;

template <platform Platform>
using barriers = type_list<
    empty_barrier,
    basic_cqs_barrier<Platform>,
    basic_aqs_barrier<Platform>,
    basic_spin_counter_barrier<Platform>>;
// clang-format on

}  // namespace cqs::baselines::portable
