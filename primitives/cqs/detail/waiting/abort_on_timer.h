#pragma once

#include <optional>

#include <cqs/detail/waiting/timer_node.h>
#include <cqs/detail/waiting/timer_queue.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// The waiter gives up at its deadline (an `abort_at`), when a timer calls. For waiters without a thread. The timer is
/// an object in the waiter.
template <platform Platform, class Deadline>
class abort_on_timer {
  using node = timer_node<Platform>;

 public:
  static constexpr bool possible = true;

  /// Calls `callback` once, at the deadline: in `begin`, or in the thread of the timers until `end`. `end` returns when
  /// no call is in progress, apart from a call that `end` itself is made from.
  template <class Callback>
  class subscription {
   public:
    void begin(const abort_on_timer& abort, Callback callback) noexcept {
      if (abort.requested()) {
        callback();
      } else if (abort._deadline.wake_time() != Platform::clock::time_point::max()) {
        _timer.emplace(abort, callback).start();
      }
    }
    void end() noexcept {
      if (_timer) {
        _timer->abort._timers->remove(*_timer);
        _timer.reset();
      }
    }

   private:
    struct timer : node {
      timer(const abort_on_timer& given, Callback called) noexcept
          : node(&on_time), abort(given), callback(called) {}

      void start() noexcept { abort._timers->add(*this, abort._deadline.wake_time()); }

      static void on_time(node& self) noexcept {
        auto& own = static_cast<timer&>(self);
        if (own.abort.requested()) {
          own.callback();  // the waiter may be gone afterwards
        } else {
          own.start();  // a clock other than the timers' was set back
        }
      }

      const abort_on_timer& abort;
      Callback callback;
    };

    std::optional<timer> _timer;
  };

  abort_on_timer(timer_queue<Platform>& timers, Deadline deadline) noexcept
      : _timers(&timers), _deadline(deadline) {}

  bool requested() const noexcept { return _deadline.requested(); }

 private:
  timer_queue<Platform>* _timers;
  Deadline _deadline;
};

}  // namespace cqs::detail
