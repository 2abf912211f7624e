#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>

/// The concepts of the implementations that workloads compare. Capabilities are refinements: a workload that
/// needs one asks for the refined concept. An implementation of the plain concept only is skipped there,
/// never emulated.
///
///     mutex_like ⊃ fair_mutex                        (likewise semaphore, pool)
///     mutex_like ⊃ abortable_mutex ⊃ stoppable_mutex (likewise semaphore, pool, latch, barrier)
///     mutex_like ⊃ shared_mutex_like
///
/// Fair and abortable are independent: `std::timed_mutex` is abortable only, MCS is fair only.
namespace cqs::baselines {

/// How an operation waits.
enum class waiting : std::uint8_t {
  never,       ///< it never waits: a control
  spinning,    ///< its thread keeps its processor, or yields and comes back
  parking,     ///< its thread sleeps, perhaps after some spinning
  suspending,  ///< its fiber or coroutine is suspended; its thread sleeps if it has nothing else to run
};

constexpr std::string_view to_string(waiting value) noexcept {
  switch (value) {
    case waiting::never:
      return "never";
    case waiting::spinning:
      return "spinning";
    case waiting::parking:
      return "parking";
    case waiting::suspending:
      return "suspending";
  }
  return "?";
}

/// The order of service. No syntax shows it, so implementations declare it, and the conformance tests check
/// it.
enum class order : std::uint8_t {
  any,
  fifo,  ///< first come, first served, from the moment of entering the queue
};

enum class audience : std::uint8_t { one, many };

/// The properties that an implementation declares in its static member `about`. Its concepts and its size are
/// not repeated here.
struct description {
  std::string_view name;  ///< dotted, origin first; unique within a list
  std::string_view origin;
  waiting waits;
  cqs::baselines::order order = order::any;
  cqs::baselines::audience audience = audience::many;  ///< of a latch: how many threads may wait
  /// How often others may be served before the first waiter. (FIFO has a check of its own.)
  std::uint64_t most_overtakings = std::numeric_limits<std::uint64_t>::max();
};

template <class T>
concept described =
    std::same_as<std::remove_cvref_t<decltype(T::about)>, description> && !T::about.name.empty();

template <class T>
concept first_come_first_served = described<T> && T::about.order == order::fifo;

}  // namespace cqs::baselines
