#pragma once

#include <atomic>
#include <cstdint>

#include <cqs/platform/platform.h>

namespace cqs::detail {

/// Guards the links of a segment list: a dozen instructions, once per segment and side. It spins, then
/// yields.
template <platform Platform>
class list_lock {
 public:
  void lock() noexcept {
    std::uint32_t polls = 0;
    while (_locked.exchange(1, std::memory_order_acquire) != 0) {
      do {
        polls++ < pauses ? Platform::pause() : Platform::yield();
      } while (_locked.load(std::memory_order_relaxed) != 0);
    }
  }

  /// As `lock`, unless `in_vain` says before that there is nothing left to do under it; true if it is locked. Many
  /// may come at once, and the lock shares its line with what others need: those who wait look seldom.
  template <class InVain>
  [[nodiscard]] bool lock_unless(const InVain& in_vain) noexcept {
    for (std::uint32_t rounds = 0; !in_vain(); ++rounds) {
      if (_locked.load(std::memory_order_relaxed) == 0 &&
          _locked.exchange(1, std::memory_order_acquire) == 0) {
        return true;
      }
      if (rounds >= most_rounds) {
        Platform::yield();
        continue;
      }
      for (std::uint32_t p = 0; p < std::uint32_t{1} << rounds; ++p) {
        Platform::pause();
      }
    }
    return false;
  }

  void unlock() noexcept { _locked.store(0, std::memory_order_release); }

 private:
  static constexpr std::uint32_t pauses = 32;
  static constexpr std::uint32_t most_rounds = 6;

  typename Platform::template atomic<std::uint32_t> _locked{0};
};

}  // namespace cqs::detail
