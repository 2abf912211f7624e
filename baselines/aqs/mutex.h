#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <utility>

#include <cqs/detail/misuse.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/platform/native.h>

#include <baselines/aqs/detail/queued_synchronizer.h>
#include <baselines/aqs/fairness.h>

namespace cqs::baselines::aqs {

template <class Mutex>
class condition;

/// The counterpart of Java's ReentrantLock, without reentrance: a mutex on `queued_synchronizer`. Meets
/// Cpp17TimedLockable.
///
/// | state | meaning |
/// |-------|---------|
/// | 0     | free    |
/// | 1     | locked  |
///
/// Without contention `lock` is one CAS, `unlock` one exchange. `unlock` frees the mutex and wakes the first
/// waiter; in the unfair variant, a newcomer may overtake it. `try_lock` barges in both variants, as in Java.
/// Unlocking a free mutex throws `std::system_error`.
/// Abort, progress, memory: see `queued_synchronizer`. Size: 32 bytes, and no memory until a thread waits.
template <fairness Fairness = fairness::unfair, platform Platform = native>
class mutex {
 public:
  using stop_token = typename Platform::stop_token;

  constexpr mutex() noexcept = default;

  void lock() { lock_or(cqs::detail::never_abort<Platform>{}); }

  /// Like `lock`, but returns false after a stop request.
  [[nodiscard]] bool lock(stop_token stop) {
    return lock_or(cqs::detail::abort_on_stop<Platform>(std::move(stop)));
  }

  [[nodiscard]] bool try_lock() noexcept { return _sync.try_acquire(detail::standing::first); }

  template <class Rep, class Period>
  [[nodiscard]] bool try_lock_for(const std::chrono::duration<Rep, Period>& timeout) {
    return lock_or(cqs::detail::abort_after<Platform>(timeout));
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_lock_until(const std::chrono::time_point<Clock, Duration>& deadline) {
    return lock_or(cqs::detail::abort_at<Platform, Clock, Duration>(deadline));
  }

  void unlock() {
    // seq_cst, for the signal ([1] of `queued_synchronizer`); it includes release: the critical section.
    if (_sync.state().exchange(0, std::memory_order_seq_cst) == 0) [[unlikely]] {
      cqs::detail::throw_not_permitted("cqs::baselines::aqs::mutex::unlock: the mutex is not locked");
    }
    _sync.signal_next();
  }

  /// The number of threads that wait for the mutex; for tests, while nothing changes.
  std::size_t queue_length() const noexcept { return _sync.queue_length(); }

 private:
  friend class condition<mutex>;

  struct synchronizer : detail::queued_synchronizer<synchronizer, Platform> {
    constexpr synchronizer() noexcept : detail::queued_synchronizer<synchronizer, Platform>(0) {}

    bool try_acquire(detail::standing standing) noexcept {
      if (Fairness == fairness::fair && standing == detail::standing::arriving &&
          this->has_queued_threads()) {
        return false;
      }
      auto free = this->state().load(std::memory_order_seq_cst);  // after `waiting` was set: [1]
      // acquire: pairs with the release in `unlock`.
      return free == 0 && this->state().compare_exchange_strong(free, 1, std::memory_order_acquire,
                                                                std::memory_order_relaxed);
    }
  };

  template <class Abort>
  bool lock_or(const Abort& abort) {
    return _sync.try_acquire(detail::standing::arriving) ||
           _sync.template acquire<detail::mode::exclusive>(abort);
  }

  synchronizer _sync;
};

}  // namespace cqs::baselines::aqs
