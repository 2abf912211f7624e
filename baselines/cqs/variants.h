#pragma once

#include <cstdint>
#include <limits>

#include <cqs/options.h>

/// The variants of the framework that the paper compares; the first one is the library's default. The others
/// separate the gain of a technique from the gain of the queue: some wait in another way, and the readers of one
/// share one word. The last one lets others overtake the first waiter. Its bound is about the number of short
/// critical sections that fit into the time of a wake-up: a smaller one leaves the permit unused meanwhile.
namespace cqs::baselines {

inline constexpr options async_smart{};
inline constexpr options async_simple{.cancellation = cancellation::simple};
inline constexpr options sync_smart{.resumption = resumption::sync};
inline constexpr options sync_simple{.resumption = resumption::sync, .cancellation = cancellation::simple};
inline constexpr options parking_at_once{.waiting = park_at_once};
/// Segments of 64 cells; no spinning, as in the paper's listings.
inline constexpr options as_in_the_paper{.segment_size = 64, .waiting = park_at_once};
/// As long as the spin locks of the baselines pause, and then yields without end.
inline constexpr options spinning{.waiting = {.spin_ns = 20'000,
                                              .most_spin_ns = 20'000,
                                              .yields = std::numeric_limits<std::uint32_t>::max(),
                                              .near = std::numeric_limits<std::uint32_t>::max(),
                                              .wake_ahead = 0}};
inline constexpr options central_readers{.scattering = no_scattering};
inline constexpr options overtaking{.order = bounded_overtaking(256)};

inline constexpr auto cqs_origin = "this library";

}  // namespace cqs::baselines
