#pragma once

#include <atomic>
#include <cstdint>

#include <cqs/platform/platform.h>

namespace cqs::baselines::park::detail {

/// A flag that one thread sets and another one waits for: the waiter spins for a while, then sleeps on a
/// futex.
///
/// | state     | meaning                                    | set by                      |
/// |-----------|--------------------------------------------|-----------------------------|
/// | `waiting` | not set; nobody sleeps                     | the constructor, `reset`    |
/// | `parked`  | not set; the waiter sleeps, or is about to | the waiter                  |
/// | `set`     | set                                        | the setter: its last access |
///
/// After its exchange, the setter uses only the flag's address, to wake the sleeper: the waiter, and the flag
/// with it, may already be destroyed.
template <platform Platform, std::uint32_t SpinLimit>
class parking_flag {
 public:
  void wait() noexcept {
    for (std::uint32_t looks = 0; looks < SpinLimit; ++looks) {
      if (is_set()) {
        return;
      }
      Platform::pause();
    }
    std::uint32_t seen = waiting;
    // Only asks the setter to wake this thread. acquire if it fails: the flag was set meanwhile.
    if (!_state.compare_exchange_strong(seen, parked, std::memory_order_acquire, std::memory_order_acquire)) {
      return;
    }
    while (!is_set()) {
      Platform::futex_wait(_state, parked);
    }
  }

  void set() noexcept {
    const auto* const address = &_state;
    // release: pairs with `is_set`; the waiter sees everything before.
    if (_state.exchange(set_value, std::memory_order_release) == parked) {
      Platform::futex_wake_one(address);
    }
  }

  /// Prepares the flag for another pair of threads; the publication of the flag orders it.
  void reset() noexcept { _state.store(waiting, std::memory_order_relaxed); }

 private:
  static constexpr std::uint32_t waiting = 0;
  static constexpr std::uint32_t parked = 1;
  static constexpr std::uint32_t set_value = 2;

  bool is_set() const noexcept { return _state.load(std::memory_order_acquire) == set_value; }

  typename Platform::template atomic<std::uint32_t> _state{waiting};
};

}  // namespace cqs::baselines::park::detail
