#pragma once

#include "baselines/implementations/libraries.h"
#include "baselines/implementations/portable.h"
#include "baselines/implementations/variants.h"

#include "baselines/posix/barrier.h"
#include "baselines/std/barrier.h"

#if CQS_HAS_ABSL
#include "baselines/absl/barrier.h"
#endif

#if CQS_HAS_BOOST_FIBER
#include "baselines/boost_fiber/barrier.h"
#endif

#if CQS_HAS_BOOST_THREAD
#include "baselines/boost/barrier.h"
#endif

namespace cqs::baselines {

// clang-format off
using barriers = implementations_with<
    portable::barriers,
    std_barrier,
    std_monitor_barrier,
    posix_barrier,
    CQS_ABSL("absl.barrier", absl_barrier),
    CQS_BOOST_FIBER("boost_fiber.barrier", boost_fiber_barrier),
    CQS_BOOST_THREAD("boost.barrier", boost_barrier)>;
// clang-format on

using barriers_and_variants = implementations_and_variants<barriers, portable::barrier_variants>;

}  // namespace cqs::baselines
