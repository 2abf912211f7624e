#pragma once

#include <atomic>
#include <cstdint>

#include <cqs/platform/platform.h>

#include <baselines/spin/detail/backoff.h>

namespace cqs::baselines::spin::detail {

/// A flag that one thread sets and another one waits for, spinning. `set` is one store, and the setter's last
/// access: the flag may be destroyed right after it.
template <platform Platform>
class spin_flag {
 public:
  void wait() const noexcept {
    backoff<Platform> look_again;
    // acquire: pairs with the release in `set`; the waiter sees everything before it.
    while (_set.load(std::memory_order_acquire) == 0) {
      look_again();
    }
  }

  void set() noexcept { _set.store(1, std::memory_order_release); }

  /// Prepares the flag for another pair of threads; the publication of the flag orders it.
  void reset() noexcept { _set.store(0, std::memory_order_relaxed); }

 private:
  typename Platform::template atomic<std::uint32_t> _set{0};
};

}  // namespace cqs::baselines::spin::detail
