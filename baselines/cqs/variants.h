#pragma once

#include <cqs/options.h>

/// The variants of the framework that the paper compares; the first is the default of the library.
namespace cqs::baselines {

inline constexpr options async_smart{};
inline constexpr options async_simple{.cancellation = cancellation::simple};
inline constexpr options sync_smart{.resumption = resumption::sync};
inline constexpr options sync_simple{.resumption = resumption::sync, .cancellation = cancellation::simple};

inline constexpr auto cqs_origin = "this library";

}  // namespace cqs::baselines
