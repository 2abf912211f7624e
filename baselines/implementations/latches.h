#pragma once

#include "baselines/implementations/libraries.h"
#include "baselines/implementations/portable.h"
#include "baselines/implementations/variants.h"

#include "baselines/std/latch.h"

#if CQS_HAS_ABSL
#include "baselines/absl/latch.h"
#endif

#if CQS_HAS_BOOST_THREAD
#include "baselines/boost/latch.h"
#endif

#if CQS_HAS_FOLLY
#include "baselines/folly/latch.h"
#endif

namespace cqs::baselines {

// clang-format off
using latches = implementations_with<
    portable::latches,
    std_latch,
    CQS_ABSL("absl.blocking_counter", absl_blocking_counter),
    CQS_BOOST_THREAD("boost.latch", boost_latch),
    CQS_FOLLY("folly.latch", folly_latch),
    CQS_FOLLY("folly.baton", folly_baton_latch)>;
// clang-format on

using latches_and_variants = implementations_and_variants<latches, portable::latch_variants>;

}  // namespace cqs::baselines
