#pragma once

#include "simulator/engine/time.h"

namespace cqs::simulator {

/// What things take on a machine; docs/simulator.md says what each number means in the model.
struct costs {
  // One core.
  picoseconds load_hit = 0;    ///< a load that finds its line in the core's own cache
  picoseconds store = 0;       ///< what a store takes of its thread; its line comes later
  picoseconds rmw = 0;         ///< a read-modify-write, once the line is the core's own
  picoseconds mispredict = 0;  ///< what a compare-exchange that fails costs besides: nobody had expected it
  picoseconds pause = 0;       ///< the hint inside a busy-wait
  picoseconds work = 0;        ///< one iteration of the work between operations
  double smt_slowdown = 1;     ///< of work, while the sibling runs as well
  picoseconds allocation = 0;  ///< to get or to give back a piece of memory

  // A line on its way, from its owner to whoever asks.
  picoseconds same_cache = 0;    ///< between cores that share their last cache
  picoseconds same_package = 0;  ///< between caches of a package
  picoseconds other_package = 0;
  picoseconds memory = 0;        ///< a line that no core has
  picoseconds shared_read = 0;   ///< how long one more reader of a shared line keeps it busy
  picoseconds invalidation = 0;  ///< for each further core that has to give up its copy

  picoseconds residency =
      0;  ///< so long at most a line stays with a core before the next one that asks gets it

  // The operating system.
  double jitter = 0;  ///< calls and wake-ups take up to this share more or less
  picoseconds syscall = 0;
  picoseconds sleep = 0;           ///< to put a thread to sleep, besides the call
  picoseconds wake = 0;            ///< what a wake-up takes of the thread that calls it, besides the call
  picoseconds wake_latency = 0;    ///< from that call until the woken thread runs on an idle processor
  picoseconds context_switch = 0;  ///< from one thread to the next
  picoseconds quantum = 0;         ///< how long a thread runs while others wait for its processor
  picoseconds sleeper_credit = 0;  ///< so much less than the others a thread has run, at most, that has slept
  picoseconds wakeup_granularity = 0;  ///< and so much less it must have run to get the processor at once
};

}  // namespace cqs::simulator
