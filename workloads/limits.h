#pragma once

#include <atomic>
#include <cstdint>

#include <cqs/platform/native.h>

/// What no primitive can do better than: the bare steps of the machine.
namespace cqs::workloads {

/// A pair of read-modify-writes on one line, with a mutex's names.
class rmw_pair {
 public:
  void lock() noexcept { _word.fetch_sub(1); }
  void unlock() noexcept { _word.fetch_add(1); }

 private:
  std::atomic<std::int64_t> _word{1};
};

/// One thread wakes another that sleeps on a futex, with a semaphore's names. One of each.
class futex_signal {
 public:
  void acquire() noexcept {
    while (_set.load(std::memory_order_acquire) == 0) {
      native::futex_wait(_set, 0);
    }
    _set.store(0, std::memory_order_relaxed);
  }

  void release() noexcept {
    _set.store(1, std::memory_order_release);
    native::futex_wake_one(&_set);
  }

 private:
  std::atomic<std::uint32_t> _set{0};
};

}  // namespace cqs::workloads
