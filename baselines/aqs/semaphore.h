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
#include <baselines/aqs/fairness.h>

namespace cqs::baselines::aqs {

/// The counterpart of Java's Semaphore: the state of a `queued_synchronizer` is the number of free permits,
/// changed by CAS. Waiters are in shared mode: a waiter that acquires signals the next one.
///
/// `try_acquire` barges even if the semaphore is fair, as in Java. Releasing more permits than `max()` throws
/// `std::overflow_error`.
/// Abort, progress, memory: see `queued_synchronizer`; the CAS loops are lock-free. Size: 32 bytes, and no
/// memory until a thread waits.
template <fairness Fairness = fairness::unfair, platform Platform = native>
class semaphore {
 public:
  using stop_token = typename Platform::stop_token;

  static constexpr std::ptrdiff_t max() noexcept { return std::numeric_limits<std::int32_t>::max(); }

  constexpr explicit semaphore(std::ptrdiff_t desired) : _sync(static_cast<std::int32_t>(desired)) {
    if (desired < 0 || desired > max()) {
      cqs::detail::throw_invalid_argument(
          "cqs::baselines::aqs::semaphore: the initial count must be from 0 to max()");
    }
  }

  void acquire() { acquire_or(cqs::detail::never_abort<Platform>{}); }

  /// Like `acquire`, but returns false after a stop request.
  [[nodiscard]] bool acquire(stop_token stop) {
    return acquire_or(cqs::detail::abort_on_stop<Platform>(std::move(stop)));
  }

  [[nodiscard]] bool try_acquire() noexcept { return _sync.try_acquire(detail::standing::first); }

  template <class Rep, class Period>
  [[nodiscard]] bool try_acquire_for(const std::chrono::duration<Rep, Period>& timeout) {
    return acquire_or(cqs::detail::abort_after<Platform>(timeout));
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_acquire_until(const std::chrono::time_point<Clock, Duration>& deadline) {
    return acquire_or(cqs::detail::abort_at<Platform, Clock, Duration>(deadline));
  }

  void release(std::ptrdiff_t update = 1) {
    if (update < 0 || update > max()) {
      cqs::detail::throw_invalid_argument(
          "cqs::baselines::aqs::semaphore::release: the update must be from 0 to max()");
    }
    auto permits = _sync.state().load(std::memory_order_relaxed);
    do {
      if (update > max() - permits) [[unlikely]] {
        cqs::detail::throw_overflow("cqs::baselines::aqs::semaphore::release: more permits than max()");
      }
      // seq_cst, for the signal ([1] of `queued_synchronizer`); it includes release: to the thread that takes
      // the permit.
    } while (!_sync.state().compare_exchange_weak(permits, permits + static_cast<std::int32_t>(update),
                                                  std::memory_order_seq_cst, std::memory_order_relaxed));
    _sync.signal_next();
  }

  /// The number of threads that wait for a permit; for tests, while nothing changes.
  std::size_t queue_length() const noexcept { return _sync.queue_length(); }

 private:
  struct synchronizer : detail::queued_synchronizer<synchronizer, Platform> {
    using detail::queued_synchronizer<synchronizer, Platform>::queued_synchronizer;

    bool try_acquire(detail::standing standing) noexcept {
      if (Fairness == fairness::fair && standing == detail::standing::arriving &&
          this->has_queued_threads()) {
        return false;
      }
      auto permits = this->state().load(std::memory_order_seq_cst);  // after `waiting` was set: [1]
      while (permits > 0) {
        // acquire: pairs with the release of the permit. seq_cst, in case it fails: like the load above.
        if (this->state().compare_exchange_weak(permits, permits - 1, std::memory_order_seq_cst,
                                                std::memory_order_seq_cst)) {
          return true;
        }
      }
      return false;
    }
  };

  template <class Abort>
  bool acquire_or(const Abort& abort) {
    return _sync.try_acquire(detail::standing::arriving) ||
           _sync.template acquire<detail::mode::shared>(abort);
  }

  synchronizer _sync;
};

}  // namespace cqs::baselines::aqs
