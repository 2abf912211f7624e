#pragma once

#include <cstdint>

namespace cqs::check {

/// The limits of the scheduler. Each limit applies to one execution.
struct settings {
  /// The preemption bound: switches away from a thread that could continue. Blocking, pausing and ending are
  /// free.
  std::uint32_t bound = 2;
  /// Weak memory: loads may return older values, as far as the memory orders allow.
  bool weak = false;
  /// The maximum number of stale reads.
  std::uint32_t stale_reads = 1;
  /// The maximum number of spurious futex wake-ups and spurious failures of weak compare-exchanges.
  std::uint32_t spurious = 0;
  /// After this number of consecutive pauses, a thread does not run until another thread writes. Must be at
  /// least the number of rounds of any bounded busy-wait in the checked code.
  std::uint32_t patience = 2;
  /// After this number of steps, the execution is examined for fair cycles. Most executions are shorter, and examining
  /// is slow.
  std::uint32_t search_cycles_after = 250;
  /// A longer execution is reported as a livelock.
  std::uint32_t max_steps = 2000;
  /// Explore executions that differ only in the order of independent steps once.
  bool reduction = true;
};

/// The vector clocks have 16 bits per thread.
inline constexpr std::uint32_t most_steps = 30000;

}  // namespace cqs::check
