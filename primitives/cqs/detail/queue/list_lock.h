#pragma once

#include <atomic>
#include <cstdint>

#include <cqs/detail/waiting/backoff.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// Guards the links of a segment list: a dozen instructions, once per segment and side.
template <platform Platform>
class list_lock {
 public:
  void lock() noexcept {
    backoff<Platform> wait(pauses);
    while (_locked.exchange(1, std::memory_order_acquire) != 0) {
      do {
        wait();
      } while (_locked.load(std::memory_order_relaxed) != 0);
    }
  }

  /// As `lock`, but gives up once `in_vain` says that there is nothing left to do under the lock. Returns true if it
  /// has locked. Many threads may come at once, and the lock shares its cache line with what others need, so a waiting
  /// thread looks seldom.
  template <class InVain>
  [[nodiscard]] bool lock_unless(const InVain& in_vain) noexcept {
    backoff<Platform> wait(0);
    for (std::uint32_t rounds = 0; !in_vain(); ++rounds) {
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

  void unlock() noexcept { _locked.store(0, std::memory_order_release); }

 private:
  static constexpr std::uint32_t pauses = 32;
  static constexpr std::uint32_t most_rounds = 6;

  typename Platform::template atomic<std::uint32_t> _locked{0};
};

}  // namespace cqs::detail
