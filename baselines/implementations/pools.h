#pragma once

#include "baselines/implementations/libraries.h"
#include "baselines/implementations/portable.h"
#include "baselines/implementations/variants.h"

#include "baselines/std/pool.h"

#if CQS_HAS_BOOST_FIBER
#include "baselines/boost_fiber/pool.h"
#endif

#if CQS_HAS_FOLLY
#include "baselines/folly/pool.h"
#endif

#if CQS_HAS_MOODYCAMEL
#include "baselines/moodycamel/pool.h"
#endif

#if CQS_HAS_TBB
#include "baselines/tbb/pool.h"
#endif

namespace cqs::baselines {

// clang-format off
using pools = implementations_with<
    portable::pools,
    std_monitor_pool,
    CQS_BOOST_FIBER("boost_fiber.buffered_channel", boost_fiber_channel),
    CQS_BOOST_FIBER("boost_fiber.monitor_pool", boost_fiber_monitor_pool),
    CQS_FOLLY("folly.mpmc_queue", folly_mpmc_queue),
    CQS_FOLLY("folly.unbounded_queue", folly_unbounded_queue),
    CQS_MOODYCAMEL("moodycamel.blocking_queue", moodycamel_blocking_queue),
    CQS_TBB("tbb.concurrent_bounded_queue", tbb_bounded_queue)>;
// clang-format on

using pools_and_variants = implementations_and_variants<pools, portable::pool_variants>;

}  // namespace cqs::baselines
