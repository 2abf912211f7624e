#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <cqs/detail/misuse.h>
#include <cqs/platform/native.h>

#include <baselines/spin/detail/backoff.h>

namespace cqs::baselines::spin {

/// The control of the paper's figure 5: a counter of arrivals, and active waiting. Nothing that blocks can be
/// faster while every thread has a processor.
///
/// | word         | meaning                                 | changed by                                  |
/// |--------------|-----------------------------------------|---------------------------------------------|
/// | `_remaining` | arrivals still to come in this phase    | each arrival, −1; the last one sets it anew |
/// | `_phase`     | the phase; its change is the release    | the last arrival                            |
///
/// Reusable at once: a thread waits for the change of the phase it arrived in, and the count is set before
/// that change. No abort. Progress: `arrive_and_wait` blocks until the phase ends. Size: 12 bytes.
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
    // relaxed: the phase cannot change before this arrival is counted, and the last change is known from it.
    const std::uint32_t phase = _phase.load(std::memory_order_relaxed);
    // acq_rel: the last arrival sees all that came before the others, and passes it on with the phase.
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
