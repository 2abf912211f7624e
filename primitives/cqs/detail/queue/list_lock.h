#pragma once

#include <atomic>
#include <cstdint>

#include <cqs/detail/waiting/backoff.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// Guards the links of a segment list, or the timers of a `timer_queue`: a dozen instructions. A segment list takes it
/// once per segment and side.
template <platform Platform>
class list_lock {
 public:
  void lock() noexcept {
    backoff<Platform> wait(pauses);
    // [list_lock.lock] acquire <- [list_lock.unlock]: the links; mutant order-list-lock-for-removal-relaxed
    while (_locked.exchange(1, std::memory_order_acquire) != 0) {
      do {
        wait();
      } while (_locked.load(std::memory_order_relaxed) != 0);
    }
  }

  /// As `lock`, but gives up once `in_vain` returns true: then nothing is left to do under the lock. Returns true if
  /// the caller holds the lock. Many threads may come at once, and other threads need the lock's cache line, so a
  /// waiting thread looks seldom.
  template <class InVain>
  [[nodiscard]] bool lock_unless(const InVain& in_vain) noexcept {
    backoff<Platform> wait(0);
    for (std::uint32_t rounds = 0; !in_vain(); ++rounds) {
      // [list_lock.lock_unless] acquire <- [list_lock.unlock]: the links; mutant order-list-lock-relaxed
      if (_locked.load(std::memory_order_relaxed) == 0 &&
          _locked.exchange(1, std::memory_order_acquire) == 0) {
        return true;
      }
      if (rounds >= most_rounds) {
        wait();
        continue;
      }
      for (std::uint32_t p = 0; p < std::uint32_t{1} << rounds; ++p) {
        Platform::pause();
      }
    }
    return false;
  }

  // [list_lock.unlock] release -> [list_lock.lock], [list_lock.lock_unless]: the links;
  // mutant order-list-unlock-relaxed
  void unlock() noexcept { _locked.store(0, std::memory_order_release); }

 private:
  static constexpr std::uint32_t pauses = 32;
  static constexpr std::uint32_t most_rounds = 6;

  typename Platform::template atomic<std::uint32_t> _locked{0};
};

}  // namespace cqs::detail
