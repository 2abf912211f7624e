#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <cqs/detail/misuse.h>
#include <cqs/platform/native.h>

#include <baselines/spin/detail/backoff.h>

namespace cqs::baselines::spin {

/// The control of the paper's figure 5: a counter of arrivals, and busy waiting. While every thread has a
/// processor, no blocking barrier can be faster.
///
/// | word         | meaning                                 | changed by                                  |
/// |--------------|-----------------------------------------|---------------------------------------------|
/// | `_remaining` | arrivals still to come in this phase    | each arrival, −1; the last one resets it    |
/// | `_phase`     | the phase; its change is the release    | the last arrival                            |
///
/// Immediately reusable: a thread waits for the end of its own phase, and the counter is reset before that.
/// No abort. Progress: `arrive_and_wait` blocks until the phase ends. Size: 12 bytes.
template <platform Platform = native>
class counter_barrier {
 public:
  static constexpr std::ptrdiff_t max() noexcept { return std::numeric_limits<std::int32_t>::max(); }

  constexpr explicit counter_barrier(std::ptrdiff_t expected)
      : _expected(static_cast<std::uint32_t>(expected)), _remaining(_expected) {
    if (expected < 1 || expected > max()) {
      cqs::detail::throw_invalid_argument(
          "cqs::baselines::spin::counter_barrier: the number of parties must be from 1 to max()");
    }
  }
  counter_barrier(const counter_barrier&) = delete;
  counter_barrier& operator=(const counter_barrier&) = delete;

  void arrive_and_wait() noexcept {
    // relaxed: the phase cannot change before this arrival is counted, and the thread knows the last change.
    const std::uint32_t phase = _phase.load(std::memory_order_relaxed);
    // acq_rel: the last arrival sees everything before the others' arrivals, and publishes it with the phase.
    if (_remaining.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      _remaining.store(_expected, std::memory_order_relaxed);  // ordered by the phase
      _phase.store(phase + 1, std::memory_order_release);
      return;
    }
    detail::backoff<Platform> look_again;
    // acquire: pairs with the release above.
    while (_phase.load(std::memory_order_acquire) == phase) {
      look_again();
    }
  }

 private:
  std::uint32_t _expected;
  typename Platform::template atomic<std::uint32_t> _remaining;
  typename Platform::template atomic<std::uint32_t> _phase{0};
};

}  // namespace cqs::baselines::spin
