#pragma once

#include <atomic>
#include <cstdint>

#include <sched.h>

#include <cqs/platform/native.h>

namespace cqs::interpose {

/// A spin lock for a few instructions. Zero is unlocked, and it needs no construction.
class spin_word {
 public:
  void lock() noexcept {
    for (unsigned looks = 0; _held.exchange(true, std::memory_order_acquire); ++looks) {
      looks < 64 ? native::pause() : native::yield();
    }
  }
  void unlock() noexcept { _held.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> _held{false};
};

class spin_guard {
 public:
  explicit spin_guard(spin_word& word) noexcept : _word(word) { _word.lock(); }
  spin_guard(const spin_guard&) = delete;
  spin_guard& operator=(const spin_guard&) = delete;
  ~spin_guard() { _word.unlock(); }

 private:
  spin_word& _word;
};

}  // namespace cqs::interpose
