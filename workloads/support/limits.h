#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <cqs/platform/native.h>

#include "baselines/concepts/description.h"

/// Lower bounds: bare steps of the machine, which no primitive can beat. They are not primitives.
namespace cqs::workloads {

/// Two read-modify-writes on one line, behind the interface of a mutex.
template <platform Platform>
class basic_rmw_pair {
 public:
  struct hold {};
  static constexpr baselines::description about{"limit.rmw_pair", "the machine", baselines::waiting::never};

  void lock(hold& /*unused*/) noexcept { _word.fetch_sub(1, std::memory_order_seq_cst); }
  void unlock(hold& /*unused*/) noexcept { _word.fetch_add(1, std::memory_order_seq_cst); }

 private:
  typename Platform::template atomic<std::int64_t> _word{1};
};

/// Reads the clock, and does nothing else. Only measured: a simulated clock costs nothing.
struct clock_limit {
  static constexpr baselines::description about{"limit.clock", "the machine", baselines::waiting::never};
};

/// One thread wakes another one that sleeps on a futex, behind the interface of a semaphore. One thread on
/// each side.
template <platform Platform>
class basic_futex_signal {
 public:
  static constexpr baselines::description about{"limit.futex", "the machine", baselines::waiting::parking};

  explicit basic_futex_signal(std::ptrdiff_t permits) noexcept : _set(static_cast<std::uint32_t>(permits)) {}

  void acquire() noexcept {
    while (_set.load(std::memory_order_acquire) == 0) {
      Platform::futex_wait(_set, 0);
    }
    _set.store(0, std::memory_order_relaxed);
  }

  void release() noexcept {
    _set.store(1, std::memory_order_release);
    Platform::futex_wake_one(&_set);
  }

 private:
  typename Platform::template atomic<std::uint32_t> _set;
};

}  // namespace cqs::workloads
