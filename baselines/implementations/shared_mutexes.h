#pragma once

#include "baselines/implementations/libraries.h"
#include "baselines/implementations/portable.h"
#include "baselines/implementations/variants.h"

#include "baselines/posix/shared_mutex.h"
#include "baselines/std/shared_mutex.h"

#if CQS_HAS_ABSL
#include "baselines/absl/mutex.h"
#endif

#if CQS_HAS_FOLLY
#include "baselines/folly/shared_mutex.h"
#endif

#if CQS_HAS_TBB
#include "baselines/tbb/shared_mutex.h"
#endif

namespace cqs::baselines {

// clang-format off
using shared_mutexes = implementations_with<
    portable::shared_mutexes,
    std_shared_mutex,
    std_shared_timed_mutex,
    posix_rwlock_writers,
    CQS_ABSL("absl.mutex", absl_mutex),
    CQS_FOLLY("folly.shared_mutex", folly_shared_mutex),
    CQS_FOLLY("folly.shared_mutex.prefer_readers", folly_shared_mutex_readers),
    CQS_TBB("tbb.rw_mutex", tbb_rw_mutex),
    CQS_TBB("tbb.queuing_rw_mutex", tbb_queuing_rw_mutex)>;
// clang-format on

using shared_mutexes_and_variants =
    implementations_and_variants<shared_mutexes, portable::shared_mutex_variants>;

}  // namespace cqs::baselines
