#pragma once

#include "baselines/implementations/libraries.h"
#include "baselines/implementations/portable.h"
#include "baselines/implementations/variants.h"

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
using semaphores = implementations_with<
    portable::semaphores,
    std_counting_semaphore,
    std_monitor_semaphore,
    std_monitor_list_semaphore,
    posix_semaphore,
    CQS_FOLLY("folly.lifo_sem", folly_lifo_sem),
    CQS_FOLLY("folly.throttled_lifo_sem", folly_throttled_lifo_sem),
    CQS_FOLLY("folly.native_semaphore", folly_native_semaphore),
    CQS_FOLLY("folly.fibers.semaphore", folly_fibers_semaphore),
    CQS_MOODYCAMEL("moodycamel.lightweight_semaphore", moodycamel_semaphore)>;
// clang-format on

using semaphores_and_variants = implementations_and_variants<semaphores, portable::semaphore_variants>;

}  // namespace cqs::baselines
