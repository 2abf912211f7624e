#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace cqs::detail {

/// What the last waits in a queue tell about the next: how many pauses it took until they were resumed, and how many
/// in a row were not resumed while they spun.
///
/// Two threads that hand over to each other have two ways to go on: both spin, or both sleep. In the second, each finds
/// the other asleep and waits for it longer than a wait takes otherwise; nothing ends that but a wait that spins as
/// long as a wake-up takes. So after a failure the next wait does that, and then, if it did not help, fewer and fewer do:
/// where all have to sleep, because there are more threads than processors or what they wait for takes long, hardly
/// any time is spent on it.
struct spin_estimate {
  std::uint32_t pauses = 0;
  std::uint32_t failures =
      0;  ///< at most `probe_interval`: from there on nothing changes, and nobody writes it

  static constexpr std::uint32_t probe_interval = 64;  ///< of waits, in the long run

  static constexpr spin_estimate of(std::uint32_t word) noexcept { return {word >> 16U, word & 0xFFFFU}; }
  constexpr std::uint32_t word() const noexcept { return pauses << 16U | failures; }

  /// Whether the wait in this cell of the queue is to spin as long as any may.
  constexpr bool is_probe(std::uint64_t cell) const noexcept {
    return failures < probe_interval ? std::has_single_bit(failures) : cell % probe_interval == 0;
  }

  constexpr spin_estimate after_success(std::uint32_t taken) const noexcept {
    return {std::min((pauses + taken + 1) / 2, 0xFFFFU), 0};
  }
  constexpr spin_estimate after_failure() const noexcept {
    return {pauses - (pauses + 7) / 8, std::min(failures + 1, probe_interval)};
  }
};

}  // namespace cqs::detail
