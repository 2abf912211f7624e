#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include <cqs/detail/misuse.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/platform/native.h>

#include <baselines/aqs/detail/queued_synchronizer.h>

namespace cqs::baselines::aqs {

/// The counterpart of Java's CountDownLatch: the state of a `queued_synchronizer` is the count, changed by
/// CAS; waiters are in shared mode. The last `count_down` wakes the first waiter, which wakes the next one,
/// and so on.
///
/// Abort, progress, memory: see `queued_synchronizer`; `count_down` is lock-free. Size: 32 bytes, and no
/// memory until a thread waits. Every operation must return before the destruction, including the last
/// `count_down`.
template <platform Platform = native>
class latch {
 public:
  using stop_token = typename Platform::stop_token;

  static constexpr std::ptrdiff_t max() noexcept { return std::numeric_limits<std::int32_t>::max(); }

  constexpr explicit latch(std::ptrdiff_t expected) : _sync(static_cast<std::int32_t>(expected)) {
    if (expected < 0 || expected > max()) {
      cqs::detail::throw_invalid_argument("cqs::baselines::aqs::latch: the count must be from 0 to max()");
    }
  }

  void count_down(std::ptrdiff_t update = 1) {
    auto count = _sync.state().load(std::memory_order_relaxed);
    do {
      if (update < 0 || update > count) [[unlikely]] {
        cqs::detail::throw_invalid_argument(
            "cqs::baselines::aqs::latch::count_down: the update must be from 0 to the count");
      }
      // seq_cst, for the signal ([1] of `queued_synchronizer`); it includes acq_rel: waiters see everything
      // before any count_down.
    } while (!_sync.state().compare_exchange_weak(count, count - static_cast<std::int32_t>(update),
                                                  std::memory_order_seq_cst, std::memory_order_relaxed));
    if (update == count && update > 0) {
      _sync.signal_next();
    }
  }

  [[nodiscard]] bool try_wait() const noexcept { return _sync.try_acquire(detail::standing::first); }

  void wait() const { wait_or(cqs::detail::never_abort<Platform>{}); }

  /// Like `wait`, but returns false after a stop request.
  [[nodiscard]] bool wait(stop_token stop) const {
    return wait_or(cqs::detail::abort_on_stop<Platform>(std::move(stop)));
  }

  template <class Rep, class Period>
  [[nodiscard]] bool wait_for(const std::chrono::duration<Rep, Period>& timeout) const {
    return wait_or(cqs::detail::abort_after<Platform>(timeout));
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool wait_until(const std::chrono::time_point<Clock, Duration>& deadline) const {
    return wait_or(cqs::detail::abort_at<Platform, Clock, Duration>(deadline));
  }

  void arrive_and_wait(std::ptrdiff_t update = 1) {
    count_down(update);
    wait();
  }

  /// The number of waiting threads; for tests, while nothing changes.
  std::size_t queue_length() const noexcept { return _sync.queue_length(); }

 private:
  struct synchronizer : detail::queued_synchronizer<synchronizer, Platform> {
    using detail::queued_synchronizer<synchronizer, Platform>::queued_synchronizer;

    bool try_acquire(detail::standing /*standing*/) const noexcept {
      return this->state().load(std::memory_order_seq_cst) == 0;  // after `waiting` was set: [1]
    }
  };

  template <class Abort>
  bool wait_or(const Abort& abort) const {
    return try_wait() || _sync.template acquire<detail::mode::shared>(abort);
  }

  mutable synchronizer _sync;
};

}  // namespace cqs::baselines::aqs
