#pragma once

#include <version>

#include "baselines/adapters/text.h"

namespace cqs::baselines {

#if defined(__GLIBCXX__)
inline constexpr auto std_origin = "libstdc++ " CQS_TEXT(_GLIBCXX_RELEASE);
#else
inline constexpr auto std_origin = "libc++ " CQS_TEXT(_LIBCPP_VERSION);
#endif

}  // namespace cqs::baselines
