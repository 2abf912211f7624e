#pragma once

#include <oneapi/tbb/version.h>

namespace cqs::baselines {

inline constexpr auto tbb_origin = "oneTBB " TBB_VERSION_STRING;

}  // namespace cqs::baselines
