#pragma once

#include <cstdint>

namespace cqs {

/// How a thread waits for its turn. The policy depends on the thread's position in the queue:
///
/// | waiters before it                   | a thread that waits                                      |
/// |-------------------------------------|----------------------------------------------------------|
/// | fewer than the other processors     | spins, because its turn may come while it does           |
/// | fewer than `near` or the processors | yields, so that the threads before it can run            |
/// | more                                | parks at once                                            |
///
/// A thread that has spun in vain yields; one that has yielded in vain parks. The `resume` of a waiter also wakes the
/// parked thread `wake_ahead` places behind it. That thread spins or yields when its turn comes, so the hand-off to it
/// takes no wake-up. It happens after the hand-off, and no result depends on it.
///
/// If one operation lets many parked threads go (a latch, a phase, a writer), it wakes `fan_out` of them. Each woken
/// thread wakes `fan_out` others before its own wait returns.
///
/// Spinning is bounded by time. A queue learns how much time helps: a spin that needed most of its time doubles the
/// next one, a spin in vain halves it. A long wait takes at most the least spin and `yields` yields, once before it
/// parks and once more after it is woken ahead.
struct waiting {
  std::uint32_t spin_ns = 300;          ///< the least time of a spin; 0: never spin
  std::uint32_t most_spin_ns = 80'000;  ///< the greatest time of a spin
  std::uint32_t look_interval = 16;     ///< pauses between two looks at the clock and at the stop token
  std::uint32_t yields = 24;            ///< yields before a thread parks
  std::uint32_t near = 16;       ///< positions from the front that do not park at once; 0: all park at once
  std::uint32_t wake_ahead = 2;  ///< how many places before its turn a parked thread is woken; 0: at its turn
  std::uint32_t fan_out = 4;     ///< how many threads each wakes if many are let go; 0: one wakes them all
};

/// A thread that has to wait parks at once, and is woken at its turn by the thread that lets it go.
inline constexpr waiting park_at_once{
    .spin_ns = 0, .most_spin_ns = 0, .yields = 0, .near = 0, .wake_ahead = 0, .fan_out = 0};

}  // namespace cqs
