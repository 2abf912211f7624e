#pragma once

#include <cqs/options.h>

/// The variants of the framework that the paper compares; the first one is the library's default. The last
/// one parks without spinning, like the JVM's locks. So a comparison can separate the gain of spinning from
/// the gain of the queue.
namespace cqs::baselines {

inline constexpr options async_smart{};
inline constexpr options async_simple{.cancellation = cancellation::simple};
inline constexpr options sync_smart{.resumption = resumption::sync};
inline constexpr options sync_simple{.resumption = resumption::sync, .cancellation = cancellation::simple};
inline constexpr options parking_at_once{.waiting = park_at_once};

inline constexpr auto cqs_origin = "this library";

}  // namespace cqs::baselines
