#pragma once

#include "baselines/concepts/implementations.h"
#include "baselines/peers.h"

/// List entries for implementations that need a library: `CQS_FOLLY("folly.latch", folly_latch)` is the type
/// if Folly is built; otherwise it is the name with the reason. CMake writes these macros into
/// baselines/peers.h, one for each `peer` of baselines/CMakeLists.txt.
