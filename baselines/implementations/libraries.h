#pragma once

#include "baselines/concepts/implementations.h"
#include "baselines/peers.h"

/// List entries for implementations that need a library: `CQS_FOLLY("folly.latch", folly_latch)` is the type
/// if Folly is built; otherwise it is the name with the reason.

#if CQS_HAS_ABSL
#define CQS_ABSL(name, implementation) present<name, implementation>
#else
#define CQS_ABSL(name, implementation) absent<name, CQS_ABSL_SKIPPED>
#endif

#if CQS_HAS_BOOST_FIBER
#define CQS_BOOST_FIBER(name, implementation) present<name, implementation>
#else
#define CQS_BOOST_FIBER(name, implementation) absent<name, CQS_BOOST_FIBER_SKIPPED>
#endif

#if CQS_HAS_BOOST_THREAD
#define CQS_BOOST_THREAD(name, implementation) present<name, implementation>
#else
#define CQS_BOOST_THREAD(name, implementation) absent<name, CQS_BOOST_THREAD_SKIPPED>
#endif

#if CQS_HAS_FOLLY
#define CQS_FOLLY(name, implementation) present<name, implementation>
#else
#define CQS_FOLLY(name, implementation) absent<name, CQS_FOLLY_SKIPPED>
#endif

#if CQS_HAS_MOODYCAMEL
#define CQS_MOODYCAMEL(name, implementation) present<name, implementation>
#else
#define CQS_MOODYCAMEL(name, implementation) absent<name, CQS_MOODYCAMEL_SKIPPED>
#endif

#if CQS_HAS_TBB
#define CQS_TBB(name, implementation) present<name, implementation>
#else
#define CQS_TBB(name, implementation) absent<name, CQS_TBB_SKIPPED>
#endif
