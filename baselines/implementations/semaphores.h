#pragma once

#include "baselines/implementations/libraries.h"

#include "baselines/adapters/aqs.h"
#include "baselines/control/empty.h"
#include "baselines/cqs/semaphore.h"
#include "baselines/posix/semaphore.h"
#include "baselines/std/semaphore.h"

#if CQS_HAS_FOLLY
#include "baselines/folly/semaphore.h"
#endif

#if CQS_HAS_MOODYCAMEL
#include "baselines/moodycamel/semaphore.h"
#endif

namespace cqs::baselines {

// clang-format off
using semaphores = implementations<
    empty_semaphore,
    cqs_semaphore_async_smart,
    cqs_semaphore_async_simple,
    cqs_semaphore_sync_smart,
    cqs_semaphore_sync_simple,
    cqs_semaphore_parking_at_once,
    aqs_semaphore_fair,
    aqs_semaphore_unfair,
    std_counting_semaphore,
    posix_semaphore,
    CQS_FOLLY("folly.lifo_sem", folly_lifo_sem),
    CQS_FOLLY("folly.throttled_lifo_sem", folly_throttled_lifo_sem),
    CQS_FOLLY("folly.native_semaphore", folly_native_semaphore),
    CQS_FOLLY("folly.fibers.semaphore", folly_fibers_semaphore),
    CQS_MOODYCAMEL("moodycamel.lightweight_semaphore", moodycamel_semaphore)>;
// clang-format on

}  // namespace cqs::baselines
