#pragma once

#include "baselines/peers.h"

namespace cqs::baselines {

inline constexpr auto folly_origin = "Folly " CQS_FOLLY_VERSION;

}  // namespace cqs::baselines
