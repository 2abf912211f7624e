#pragma once

#include "baselines/implementations/libraries.h"

#include "baselines/adapters/aqs.h"
#include "baselines/adapters/park.h"
#include "baselines/adapters/spin.h"
#include "baselines/control/empty.h"
#include "baselines/cqs/mutex.h"
#include "baselines/cqs/shared_mutex.h"
#include "baselines/posix/mutex.h"
#include "baselines/std/mutex.h"
#include "baselines/std/shared_mutex.h"

#if CQS_HAS_ABSL
#include "baselines/absl/mutex.h"
#endif

#if CQS_HAS_BOOST_FIBER
#include "baselines/boost_fiber/mutex.h"
#endif

#if CQS_HAS_FOLLY
#include "baselines/folly/mutex.h"
#include "baselines/folly/shared_mutex.h"
#endif

#if CQS_HAS_TBB
#include "baselines/tbb/mutex.h"
#endif

namespace cqs::baselines {

// clang-format off
using mutexes = implementations<
    empty_mutex,
    cqs_mutex,
    cqs_mutex_async_simple,
    cqs_mutex_sync_smart,
    cqs_mutex_sync_simple,
    cqs_mutex_parking_at_once,
    cqs_shared_mutex,
    aqs_mutex_fair,
    aqs_mutex_unfair,
    spin_ticket,
    spin_mcs,
    spin_clh,
    spin_clh_abortable,
    park_mcs,
    park_clh,
    std_mutex,
    std_timed_mutex,
    std_shared_timed_mutex,
    posix_mutex_normal,
    posix_mutex_adaptive,
    posix_mutex_recursive,
    posix_mutex_inheriting,
    posix_spinlock,
    CQS_ABSL("absl.mutex", absl_mutex),
    CQS_BOOST_FIBER("boost_fiber.mutex", boost_fiber_mutex),
    CQS_BOOST_FIBER("boost_fiber.timed_mutex", boost_fiber_timed_mutex),
    CQS_FOLLY("folly.distributed_mutex", folly_distributed_mutex),
    CQS_FOLLY("folly.shared_mutex", folly_shared_mutex),
    CQS_FOLLY("folly.micro_lock", folly_micro_lock),
    CQS_FOLLY("folly.spin_lock", folly_spin_lock),
    CQS_FOLLY("folly.fibers.timed_mutex", folly_fibers_timed_mutex),
    CQS_FOLLY("folly.coro.mutex", folly_coro_mutex),
    CQS_TBB("tbb.mutex", tbb_mutex),
    CQS_TBB("tbb.queuing_mutex", tbb_queuing_mutex),
    CQS_TBB("tbb.spin_mutex", tbb_spin_mutex)>;
// clang-format on

}  // namespace cqs::baselines
