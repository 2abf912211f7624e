#pragma once

#include <cstdint>

namespace cqs::check {

/// What the scheduler is allowed to do. Every budget is per execution.
struct settings {
  /// Preemptions: switches away from a thread that could have gone on. Blocking, pausing and ending are free.
  std::uint32_t bound = 2;
  /// Loads may return values that the declared memory orders allow, not only the newest.
  bool weak = false;
  /// How many loads may do so.
  std::uint32_t stale_reads = 1;
  /// How many futex waits may wake, and weak compare-exchanges fail, for no reason.
  std::uint32_t spurious = 0;
  /// A thread that paused this often in a row is taken to make no progress until somebody else writes.
  /// At least the number of rounds a bounded busy-wait of the checked code makes before it sleeps.
  std::uint32_t patience = 2;
  /// An execution longer than this is reported as a livelock.
  std::uint32_t max_steps = 2000;
  /// Whether executions that only commute independent steps are explored once.
  bool reduction = true;
};

/// The clocks count 16 bits.
inline constexpr std::uint32_t most_steps = 30000;

}  // namespace cqs::check
