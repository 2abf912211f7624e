#pragma once

#include <chrono>
#include <concepts>
#include <mutex>
#include <thread>
#include <utility>

#if defined(__unix__)
#include <csignal>
#endif

#include <cqs/coroutine.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/detail/waiting/abort_on_either.h>
#include <cqs/detail/waiting/abort_on_timer.h>
#include <cqs/detail/waiting/timer_queue.h>
#include <cqs/platform/native.h>

/// Deadlines for waits that block no thread. With this header, each `async_…` of a primitive has the forms `async_…_for`
/// and `async_…_until`:
///
///     const bool acquired = co_await semaphore.async_acquire_for(50ms);        // false: the time was over
///     auto element = co_await pool.async_take_until(deadline, stop);           // ends at a stop request as well
///     const auto lock = co_await mutex.async_scoped_lock_for(1s, timers);      // by a timer service of one's own
///     const bool opened = co_await latch.async_wait_for(1s, stop, timers);
///
/// The result is that of the form with a stop token. The time of `…_for` begins at the call, not at `co_await`. A wait
/// that could be granted at once is granted even if the deadline is past. A deadline may be of any clock.
///
/// To destroy the frame of a coroutine that waits cancels its timer. But a deadline may pass just then: the coroutine must
/// have a `via` that does not run what it gets once the frame is gone, or its deadline must be far away.
namespace cqs {

/// A thread that ends waits at their deadlines. A coroutine whose time is over continues in this thread, unless `via`
/// sends it elsewhere. So it must not block there for long: all other deadlines wait.
///
/// A wait costs constant time for any number of waits, and no memory: its timer lives in the coroutine's frame. Waits
/// end at their deadline or up to 65 µs later, plus the time until the thread runs. The thread starts with the first
/// timed wait, blocks all signals, and ends with the service. The service must outlive the waits that use it. A child
/// process made by `fork` has no such thread.
class timer_service : public detail::timer_queue<native> {
 public:
  timer_service() = default;
  timer_service(const timer_service&) = delete;
  timer_service& operator=(const timer_service&) = delete;
  ~timer_service() { end(); }

  /// The service of all waits that name none. Its thread ends when the static objects of the program end. Waits that
  /// last longer have no deadline from then on; their frames may still be destroyed.
  static timer_service& shared() {
    static lasting<timer_service> holder;
    return holder.service;
  }

  /// Starts the thread, unless it runs. Every timed wait calls this. Throws `std::system_error` if there are no threads.
  void start() {
    std::call_once(_started, [this] {
      const no_signals during_start;
      _thread = std::thread([this]() noexcept { run(); });
    });
  }

 private:
  /// A service that can be used after its end.
  template <class Service>
  union lasting {
    lasting() : service() {}
    lasting(const lasting&) = delete;
    lasting& operator=(const lasting&) = delete;
    ~lasting() { service.end(); }
    Service service;
  };

  /// A thread inherits the mask of the thread that starts it. A signal must not go to a thread of a library.
  struct no_signals {
#if defined(__unix__)
    no_signals() noexcept {
      sigset_t all;
      sigfillset(&all);
      pthread_sigmask(SIG_SETMASK, &all, &before);
    }
    no_signals(const no_signals&) = delete;
    no_signals& operator=(const no_signals&) = delete;
    ~no_signals() {
      pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }
    sigset_t before{};
#endif
  };

  void end() noexcept {
    close();
    if (_thread.get_id() == std::this_thread::get_id()) {
      _thread.detach();  // a coroutine that the timer has resumed has called `exit`
    } else if (_thread.joinable()) {
      _thread.join();
    }
  }

  std::once_flag _started;
  std::thread _thread;
};

namespace detail {

/// A `timer_queue`, or a service that is one.
template <class T, class Platform>
concept timers_of = std::derived_from<T, timer_queue<Platform>>;

template <class Platform, timers_of<Platform> Timers, class Deadline>
auto on_timer(Timers& timers, Deadline deadline) {
  if constexpr (requires { timers.start(); }) {
    timers.start();
  }
  return abort_on_timer<Platform, Deadline>(timers, deadline);
}

template <class Awaitable, class Deadline, timers_of<typename Awaitable::platform_type> Timers>
auto limited(Awaitable awaited, Deadline deadline, Timers& timers) {
  using platform = typename Awaitable::platform_type;
  return std::move(awaited).with_abort(on_timer<platform>(timers, deadline));
}

template <class Awaitable, class Deadline, timers_of<typename Awaitable::platform_type> Timers>
auto limited(Awaitable awaited, Deadline deadline, typename Awaitable::platform_type::stop_token stop,
             Timers& timers) {
  using platform = typename Awaitable::platform_type;
  using on_stop = abort_on_stop<platform>;
  using at_time = abort_on_timer<platform, Deadline>;
  return std::move(awaited).with_abort(abort_on_either<platform, on_stop, at_time>(
      on_stop(std::move(stop)), on_timer<platform>(timers, deadline)));
}

template <class Awaitable, class Deadline>
requires std::same_as<typename Awaitable::platform_type, native>
auto limited(Awaitable awaited, Deadline deadline) {
  return limited(std::move(awaited), deadline, timer_service::shared());
}

template <class Awaitable, class Deadline>
requires std::same_as<typename Awaitable::platform_type, native>
auto limited(Awaitable awaited, Deadline deadline, native::stop_token stop) {
  return limited(std::move(awaited), deadline, std::move(stop), timer_service::shared());
}

/// The primitives call these two: `limits` are a stop token, a timer service, both or none.
template <class Awaitable, class Rep, class Period, class... Limits>
auto timed_for(Awaitable awaited, const std::chrono::duration<Rep, Period>& timeout, Limits&&... limits) {
  return limited(std::move(awaited), abort_after<typename Awaitable::platform_type>(timeout),
                 std::forward<Limits>(limits)...);
}

template <class Awaitable, class Clock, class Duration, class... Limits>
auto timed_until(Awaitable awaited, const std::chrono::time_point<Clock, Duration>& deadline,
                 Limits&&... limits) {
  return limited(std::move(awaited), abort_at<typename Awaitable::platform_type, Clock, Duration>(deadline),
                 std::forward<Limits>(limits)...);
}

}  // namespace detail

}  // namespace cqs
