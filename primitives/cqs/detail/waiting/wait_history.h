#pragma once

#include <algorithm>
#include <cstdint>

namespace cqs::detail {

/// What a queue has learned from the last waits, in one word. Loads and stores of the word race, because any of the
/// values will do.
///
/// | bits  | meaning                                                                   |
/// |-------|---------------------------------------------------------------------------|
/// | 0..7  | the level of the spin budget (see `spin_budget`)                          |
/// | 8..15 | how many threads in a row were woken ahead of their turn and slept again  |
struct wait_history {
  std::uint32_t spin_level = 0;
  std::uint32_t wakes_in_vain = 0;

  static constexpr wait_history of(std::uint32_t word) noexcept { return {word & 0xFFU, word >> 8U & 0xFFU}; }
  constexpr std::uint32_t word() const noexcept { return wakes_in_vain << 8U | spin_level; }

  /// Whether a resume wakes a thread ahead of its turn. If waits are long, such a thread wakes up twice. So after some
  /// wake-ups in vain only few cells of the queue get one, as a probe.
  constexpr bool wakes_ahead(std::uint64_t cell) const noexcept {
    return wakes_in_vain < enough || cell % probe_interval == 0;
  }
  constexpr wait_history after_wake_ahead(bool in_vain) const noexcept {
    return {spin_level, in_vain ? std::min(wakes_in_vain + 1, enough) : 0};
  }

  static constexpr std::uint32_t enough = 4;
  static constexpr std::uint64_t probe_interval = 16;
};

}  // namespace cqs::detail
