#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include <cqs/detail/queue/list_lock.h>
#include <cqs/detail/waiting/backoff.h>
#include <cqs/detail/waiting/timer_node.h>
#include <cqs/detail/waiting/timer_wheel.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// Timers of many threads, fired by one thread: the one that calls `run`. It allocates no memory.
///
/// `add` and `remove` take a short lock and constant time for any number of timers. A timer fires at its time or up to
/// a tick later, never before. The thread that fires it has given up the lock, so the function may use the queue.
template <platform Platform>
class timer_queue {
  using wheel = timer_wheel<Platform>;
  using tick = typename wheel::tick;
  using clock = typename Platform::clock;

 public:
  using platform_type = Platform;
  using node = timer_node<Platform>;

  constexpr timer_queue() noexcept = default;
  timer_queue(const timer_queue&) = delete;
  timer_queue& operator=(const timer_queue&) = delete;

  /// The timer is not in the queue. The function that a timer calls may add it again.
  void add(node& timer, typename clock::time_point time) noexcept {
    const tick due = first_tick_after(time);
    _lock.lock();
    auto& state = _state.write();
    state.timers.insert(timer, due);
    const bool is_earlier = due < state.sleeps_until;
    if (is_earlier) {
      state.sleeps_until = due;  // one wake-up is enough
    }
    _lock.unlock();
    if (is_earlier) {
      wake();
    }
  }

  /// The timer does not fire any more, nor is it firing when this returns; unless the function that it calls makes this
  /// call. Then the queue does not use the timer any more. Does nothing if the timer is not in the queue.
  void remove(node& timer) noexcept {
    backoff<Platform> wait(16);
    _lock.lock();
    while (_state.read().firing == &timer) {
      if (_state.read().thread == Platform::thread_number()) {
        _state.write().firing = nullptr;
        break;
      }
      _lock.unlock();
      wait();
      _lock.lock();
    }
    _state.write().timers.remove(timer);
    _lock.unlock();
  }

  /// Fires timers until `close`. At most one thread may be in this function.
  void run() noexcept {
    std::uint32_t steps = 0;
    tick now = last_tick_before(clock::now());
    _lock.lock();
    _state.write().thread = Platform::thread_number();
    while (!_state.read().is_closed) {
      const auto done = _state.write().timers.step(now);
      if (done.due != nullptr) {
        fire(*done.due);
      } else if (done.is_over) {
        sleep();
        now = last_tick_before(clock::now());
      } else if (++steps % steps_under_lock == 0) {
        _lock.unlock();
        _lock.lock();
      }
    }
    _lock.unlock();
  }

  /// Ends `run`. Timers that are still in the queue never fire; they may be removed.
  void close() noexcept {
    _lock.lock();
    _state.write().is_closed = true;
    _lock.unlock();
    wake();
  }

 private:
  struct guarded {
    wheel timers;
    const node* firing = nullptr;
    std::size_t thread = 0;  ///< the thread in `run`
    tick sleeps_until = 0;   ///< zero while it is awake
    bool is_closed = false;
  };

  static constexpr unsigned bits_of_tick = 16;  ///< a tick is 65 µs
  static constexpr std::uint32_t steps_under_lock = 64;

  static tick last_tick_before(typename clock::time_point time) noexcept {
    const auto count = std::chrono::nanoseconds(time.time_since_epoch()).count();
    return count <= 0 ? 0 : static_cast<tick>(count) >> bits_of_tick;
  }
  static tick first_tick_after(typename clock::time_point time) noexcept {
    return last_tick_before(time - std::chrono::nanoseconds(1)) + 1;
  }
  static typename clock::time_point beginning_of(tick t) noexcept {
    using duration = typename clock::duration;
    return
        typename clock::time_point(std::chrono::ceil<duration>(std::chrono::nanoseconds(t << bits_of_tick)));
  }

  void wake() noexcept {
    // relaxed: the lock orders the data. This word is read under the lock before the thread sleeps.
    _changes.fetch_add(1, std::memory_order_relaxed);
    Platform::futex_wake_one(&_changes);
  }

  /// Call this with the lock.
  void sleep() noexcept {
    const tick until = _state.read().timers.next();
    _state.write().sleeps_until = until;
    const auto changes = _changes.load(std::memory_order_relaxed);
    _lock.unlock();
    if (until == wheel::never) {
      Platform::futex_wait(_changes, changes);
    } else {
      Platform::futex_wait_until(_changes, changes, beginning_of(until));
    }
    _lock.lock();
    _state.write().sleeps_until = 0;
  }

  /// Call this with the lock.
  void fire(node& timer) noexcept {
    _state.write().firing = &timer;
    _lock.unlock();
    timer.fire();
    _lock.lock();
    _state.write().firing = nullptr;
  }

  list_lock<Platform> _lock;
  typename Platform::template atomic<std::uint32_t> _changes{0};
  typename Platform::template plain<guarded> _state;
};

}  // namespace cqs::detail
