#pragma once

#include <atomic>
#include <cerrno>

#include <cqs/detail/waiting/backoff.h>
#include <cqs/platform/native.h>

namespace cqs::interpose {

/// A spin lock for a few instructions. Zero is unlocked, and it needs no construction.
class spin_word {
 public:
  void lock() noexcept {
    if (_held.exchange(true, std::memory_order_acquire)) [[unlikely]] {
      wait();
    }
  }
  void unlock() noexcept { _held.store(false, std::memory_order_release); }

 private:
  [[gnu::noinline]] void wait() noexcept {
    const int before = errno;  // the program's
    cqs::detail::backoff<native> wait_a_little(64);
    do {
      wait_a_little();
    } while (_held.exchange(true, std::memory_order_acquire));
    errno = before;
  }

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
