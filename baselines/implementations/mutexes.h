#pragma once

#include "baselines/implementations/libraries.h"
#include "baselines/implementations/portable.h"
#include "baselines/implementations/variants.h"

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
using mutexes = implementations_with<
    portable::mutexes,
    std_mutex,
    std_timed_mutex,
    std_monitor_ticket_mutex,
    std_monitor_list_mutex,
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

using mutexes_and_variants = implementations_and_variants<mutexes, portable::mutex_variants>;

}  // namespace cqs::baselines
