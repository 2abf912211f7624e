#pragma once

#include "simulator/engine/time.h"

namespace cqs::simulator {

/// The costs of operations on a machine; docs/simulator.md explains each number.
struct costs {
  // One core.
  picoseconds load_hit = 0;      ///< a load of the line that the thread used last: it overlaps with others
  picoseconds load_latency = 0;  ///< a load of another line in the first-level cache: its address is new
  picoseconds second_level = 0;  ///< the latency of a line in the core's second-level cache
  picoseconds third_level = 0;   ///< the latency of a line that has left the core's own caches
  double first_level_lines = 0;  ///< the capacity of the first-level cache
  double second_level_lines = 0;
  picoseconds store = 0;       ///< the time that a store takes from its thread; the line arrives later
  picoseconds rmw = 0;         ///< a read-modify-write on a line that the core owns
  picoseconds mispredict = 0;  ///< the extra cost of a failed compare-exchange: a branch misprediction
  picoseconds pause = 0;       ///< the hint inside a busy-wait
  picoseconds clock = 0;       ///< a reading of the clock
  picoseconds work = 0;        ///< one iteration of the work between operations
  double smt_slowdown = 1;     ///< the slowdown of work while the sibling thread runs
  picoseconds allocation = 0;  ///< the allocation or deallocation of a block

  // The transfer of a line from its owner to the requesting core.
  picoseconds same_cache = 0;     ///< between cores that share a last-level cache
  picoseconds same_package = 0;   ///< between last-level caches of a package
  picoseconds other_package = 0;  ///< from the package that is the line's home
  /// The additional time if the line's home is not the package that it comes from.
  picoseconds home_detour = 0;
  /// The time until the sibling thread sees a store of the other thread of its core.
  picoseconds sibling = 0;
  picoseconds memory = 0;        ///< a line that no core holds
  picoseconds shared_read = 0;   ///< the time for which one more reader of a shared line occupies the line
  picoseconds invalidation = 0;  ///< the time for each further core that must invalidate its copy

  // The operating system.
  double jitter = 0;  ///< the relative random variation of system calls and wake-ups
  picoseconds syscall = 0;
  picoseconds sleep = 0;  ///< the time to put a thread to sleep, in addition to the call
  /// The time that a wake-up takes from the calling thread, in addition to the call.
  picoseconds wake = 0;
  /// The time from that call until the woken thread runs on an idle processor that is in no idle state.
  picoseconds wake_latency = 0;
  picoseconds context_switch = 0;  ///< the switch from one thread to the next
  picoseconds quantum = 0;         ///< the time slice of a thread while others wait for its processor
  picoseconds sleeper_credit = 0;  ///< the maximum run-time credit granted to a waking thread
  /// The credit that a waking thread needs to preempt the running thread.
  picoseconds wakeup_granularity = 0;
};

}  // namespace cqs::simulator
