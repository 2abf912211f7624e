#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

/// What the workloads know of the things they compare. Capabilities are refinements: a workload that needs
/// one asks for the refined concept, and an implementation that is only the plain one is skipped there, never
/// emulated.
///
///     mutex_like ⊃ fair_mutex                        (likewise semaphore, pool)
///     mutex_like ⊃ abortable_mutex ⊃ stoppable_mutex (likewise semaphore, pool, latch, barrier)
///     mutex_like ⊃ shared_mutex_like
///
/// To be fair and to be abortable are two things: `std::timed_mutex` is one, MCS the other.
namespace cqs::baselines {

/// What becomes of an operation that has to wait.
enum class waiting : std::uint8_t {
  never,       ///< it does not wait: a control
  spinning,    ///< its thread stays on its processor, or offers it to others and comes back
  parking,     ///< its thread sleeps, perhaps after some spinning
  suspending,  ///< its fiber or coroutine is put aside; its thread sleeps if it has nothing else to do
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

/// Who is served next. No syntax can tell, so that implementations say it, and the conformance tests check
/// it.
enum class order : std::uint8_t {
  any,
  fifo,  ///< first come, first served, from the moment one stands in the queue
};

enum class audience : std::uint8_t { one, many };

/// What an implementation says of itself, in its static member `about`; what its concepts and its size say
/// better is not in here.
struct description {
  std::string_view name;  ///< dotted, origin first; one name stands once in a list
  std::string_view origin;
  waiting waits;
  cqs::baselines::order order = order::any;
  cqs::baselines::audience audience = audience::many;  ///< of a latch: how many threads may wait
};

template <class T>
concept described =
    std::same_as<std::remove_cvref_t<decltype(T::about)>, description> && !T::about.name.empty();

template <class T>
concept first_come_first_served = described<T> && T::about.order == order::fifo;

}  // namespace cqs::baselines
