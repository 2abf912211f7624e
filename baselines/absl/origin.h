#pragma once

#include <absl/base/config.h>

#include "baselines/adapters/text.h"

namespace cqs::baselines {

#if defined(ABSL_LTS_RELEASE_VERSION)
inline constexpr auto absl_origin = "Abseil " CQS_TEXT(ABSL_LTS_RELEASE_VERSION);
#else
inline constexpr auto absl_origin = "Abseil";
#endif

}  // namespace cqs::baselines
