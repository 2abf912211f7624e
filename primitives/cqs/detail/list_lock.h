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

  void unlock() noexcept { _locked.store(0, std::memory_order_release); }

 private:
  static constexpr std::uint32_t pauses = 32;

  typename Platform::template atomic<std::uint32_t> _locked{0};
};

}  // namespace cqs::detail
