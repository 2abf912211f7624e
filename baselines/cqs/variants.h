#pragma once

#include <cqs/options.h>

/// The variants of the framework that the paper compares; the first is the default of the library. The last parks without
/// having spun, as peers on the JVM's pattern do: what is gained by spinning is told apart from what is gained by the queue.
namespace cqs::baselines {

inline constexpr options async_smart{};
inline constexpr options async_simple{.cancellation = cancellation::simple};
inline constexpr options sync_smart{.resumption = resumption::sync};
inline constexpr options sync_simple{.resumption = resumption::sync, .cancellation = cancellation::simple};
inline constexpr options parking_at_once{.waiting = park_at_once};

inline constexpr auto cqs_origin = "this library";

}  // namespace cqs::baselines
