#pragma once

#include <atomic>
#include <cstdint>

#include <cqs/detail/awaits_predicates.h>
#include <cqs/detail/unit.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/detail/waiting/thread_waiter.h>
#include <cqs/options.h>
#include <cqs/platform/native.h>
#include <cqs/request.h>
#include <cqs/synchronizer.h>

namespace cqs {

/// An event notifier for many consumers. A consumer announces that it is about to wait, looks at its condition once
/// more, and waits. A producer that has made the condition true notifies one consumer, first come, first served, or
/// all.
///
///     auto waiting = event.prepare_waiting();
///     if (ready()) waiting.cancel(); else waiting.wait();
///
/// The announcement is a place in the queue (a `request`). So a notification before the wait is not lost; it goes to
/// the consumer that announced first. A consumer that cancels, gives up, or has a predicate that throws passes its
/// notification on.
///
/// `notify_one` and `notify_all` are one read-modify-write if no consumer waits. Progress otherwise, abort and memory:
/// as `synchronizer`.
template <options Options = options{}, platform Platform = native>
class basic_event_count : public detail::awaits_predicates<basic_event_count<Options, Platform>, Platform> {
  friend detail::awaits_predicates<basic_event_count, Platform>;
  using queue_type = synchronizer<unit, Options, Platform>;
  using waiter_type = typename queue_type::waiter_type;

  struct wait_operation {
    using queue_type = basic_event_count::queue_type;

    basic_event_count& event;

    queue_type& queue() const noexcept { return event._queue; }

    bool start(waiter_type& waiter) const {
      for (;;) {
        event._waiters.fetch_add(1, std::memory_order_relaxed);  // [waiters.confirm] orders it
        switch (event._queue.suspend(waiter, *this)) {
          case suspension::resumed:
            return true;
          case suspension::suspended:
            // As `event_notifier::prepare_parking`, but only now that the waiter has its place. A resume after the
            // count above may have gone to another waiter that took its place earlier.
            // [waiters.confirm] acquire <- [waiters.notify_all], [waiters.notify]: what was published;
            // mutant order-event-count-confirm-relaxed
            event._waiters.fetch_add(0, std::memory_order_acquire);
            return false;
          case suspension::broken:
            break;
        }
      }
    }
    bool on_cancellation(waiter_type& /*waiter*/) const noexcept { return event.take_one(); }
    /// There is no consumer to pass the notification on to. All that had announced are notified as well, and a consumer
    /// that announces later sees what was published.
    void complete_refused_resume(unit /*value*/) const noexcept {}
    void take_back(unit /*value*/) const noexcept { event.notify_one(); }
  };

 public:
  /// An announced wait: `wait`, `wait(stop)`, `wait_until`, `cancel`.
  using waiting = request<wait_operation>;
  using stop_token = typename Platform::stop_token;

  constexpr basic_event_count() noexcept = default;
  basic_event_count(const basic_event_count&) = delete;
  basic_event_count& operator=(const basic_event_count&) = delete;

  /// Takes a place among the waiters.
  waiting prepare_waiting() { return waiting({*this}); }

  /// Ends the wait of the consumer that announced first, if there is one.
  void notify_one() noexcept { resume(take_one() ? 1 : 0); }

  /// Ends all announced waits.
  void notify_all() noexcept {
    // [waiters.notify_all] release -> [waiters.confirm]: what was published; mutant order-notify-all-relaxed
    resume(_waiters.exchange(0, std::memory_order_release));
  }

  /// The queue of the waiters, for measurements and tests.
  const auto& queue() const noexcept { return _queue; }

 private:
  /// Takes a waiter out of the count. Returns false if there is none.
  bool take_one() noexcept {
    // A read-modify-write, although it may change nothing: see `event_notifier::notify`.
    // [waiters.notify] release -> [waiters.confirm]: what was published; mutant order-notify-one-relaxed
    auto count = _waiters.fetch_add(0, std::memory_order_release);
    // relaxed: it continues the release sequence of [waiters.notify].
    while (count > 0 && !_waiters.compare_exchange_weak(count, count - 1, std::memory_order_relaxed,
                                                        std::memory_order_relaxed)) {
    }
    return count > 0;
  }

  void resume(std::uint32_t count) noexcept {
    unit value;
    for (; count > 0; --count) {
      while (!_queue.resume(value, wait_operation{*this})) {
        if (!take_one()) {
          break;
        }
      }
    }
  }

  /// One wait of the calling thread. Its destructor leaves the queue and passes on an unused notification, also after
  /// an exception.
  class announced_wait {
   public:
    explicit announced_wait(basic_event_count& event)
        : _operation{event}, _phase(_operation.start(_waiter) ? phase::notified : phase::queued) {}
    announced_wait(const announced_wait&) = delete;
    announced_wait& operator=(const announced_wait&) = delete;

    ~announced_wait() {
      if (_phase == phase::queued && !_operation.queue().cancel(_waiter, _operation)) {
        wait(detail::never_abort<Platform>{});  // a notification has claimed the waiter
      }
      if (_phase == phase::notified) {
        _operation.event.notify_one();
      }
    }

    bool is_notified() const noexcept { return _phase == phase::notified; }

    /// Returns false if the wait was aborted.
    template <class Abort>
    bool wait(const Abort& abort) {
      if (_phase == phase::queued) {
        _phase = _waiter.wait(_operation, abort) ? phase::notified : phase::over;
      }
      return is_notified();
    }

    /// The consumer has looked at the predicate since the notification.
    void use_notification() noexcept { _phase = phase::over; }

   private:
    enum class phase : std::uint8_t { queued, notified, over };

    detail::thread_waiter<queue_type> _waiter;
    const wait_operation _operation;
    phase _phase;
  };

  template <class Predicate, class Abort>
  bool await_or(Predicate& predicate, const Abort& abort) {
    bool holds = static_cast<bool>(predicate());
    while (!holds) {
      announced_wait own(*this);
      if (!own.is_notified() && predicate()) {
        return true;
      }
      if (!own.wait(abort)) {
        return static_cast<bool>(predicate());
      }
      holds = static_cast<bool>(predicate());
      own.use_notification();
    }
    return true;
  }

  typename Platform::template atomic<std::uint32_t> _waiters{0};
  queue_type _queue;
};

using event_count = basic_event_count<>;

}  // namespace cqs
