#pragma once

#include <cstdint>

namespace cqs {

/// Who may be served before a waiter.
struct order {
  /// How many times others may overtake the first waiter before it is served. 0: nobody overtakes anybody.
  std::uint32_t most_overtakings = 0;

  constexpr bool is_strict() const noexcept { return most_overtakings == 0; }
};

/// First come, first served.
inline constexpr order strict_order{};

/// A thread that runs may take what is free while the first waiter wakes up, at most `most_overtakings` times (up to
/// 1023). Then the first waiter is served. So a waiter with k others before it is overtaken at most (k + 1) times as
/// often. For mutexes, semaphores and pools with asynchronous resumption and smart cancellation.
constexpr order bounded_overtaking(std::uint32_t most_overtakings) noexcept {
  return {.most_overtakings = most_overtakings};
}

}  // namespace cqs
