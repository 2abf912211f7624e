#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <utility>

#include <cqs/detail/awaits_predicates.h>
#include <cqs/detail/throw_logic_error.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/detail/waiting/polling.h>
#include <cqs/platform/native.h>
#include <cqs/waiting.h>

namespace cqs {

/// Lets one consumer sleep until one of many producers has published something for the consumer, in any place and form.
/// A producer publishes, then calls `notify`. The consumer announces that it is about to park, looks once more, and
/// parks.
///
///     const auto ticket = notifier.prepare_parking();
///     if (mailbox.empty()) notifier.park(ticket); else notifier.cancel(ticket);
///
/// No wake-up is lost. A `notify` after the announcement ends the parking. A `notify` before the announcement has
/// published what the look after the announcement sees. `models/event_notifier_corrected.pml` shows this, and that a
/// `notify` ends at most one parking.
///
/// | bits  | meaning                                     | changed by                                              |
/// |-------|---------------------------------------------|---------------------------------------------------------|
/// | 0     | the consumer is about to park, or parked    | set by `prepare_parking`; cleared by `notify`, `cancel` |
/// | 1     | stop was requested during the parking       | set by the stop callback; cleared by `prepare_parking`  |
/// | 2     | the consumer sleeps, or is about to         | set by `park`; cleared by `prepare_parking`             |
/// | 3..31 | the number of the announcement, mod 2^29    | `prepare_parking`                                       |
///
/// A consumer that parks first spins and yields, as `Policy` says. A `notify` during that time makes no system call.
///
/// `notify` is lock-free, and one read-modify-write if the consumer is not about to park. Size: 4 bytes. To park with a
/// ticket of another announcement, or to have a second consumer, throws `std::logic_error`. To destroy the notifier
/// while its consumer parks ends the program.
template <platform Platform, waiting Policy = waiting{}>
class basic_event_notifier
    : public detail::awaits_predicates<basic_event_notifier<Platform, Policy>, Platform> {
  friend detail::awaits_predicates<basic_event_notifier, Platform>;
  using word = std::uint32_t;

 public:
  using stop_token = typename Platform::stop_token;

  /// One announcement, for one `park` or `cancel`.
  class [[nodiscard]] ticket {
    friend basic_event_notifier;
    explicit ticket(word number) noexcept : _number(number) {}
    word _number;
  };

  basic_event_notifier() noexcept = default;
  basic_event_notifier(const basic_event_notifier&) = delete;
  basic_event_notifier& operator=(const basic_event_notifier&) = delete;

  ~basic_event_notifier() {
    if (is_announced(_word.load(std::memory_order_relaxed))) {
      std::fputs("cqs::event_notifier: ended while its consumer parks\n", stderr);
      std::terminate();
    }
  }

  /// Announces that the consumer is about to park. After that, the consumer sees what a `notify` has published, or its
  /// parking ends.
  ticket prepare_parking() {
    const word before = _word.load(std::memory_order_relaxed);
    const word announced = (before & ~(interrupted | asleep)) + one_announcement + announcement;
    // Acquires an earlier `notify`, so that the following look sees what that published. A later `notify` finds the
    // bit. A store would not do, because it does not read the earlier `notify`.
    // [notifier.announce] acquire <- [notifier.notify]: what was published; mutant notifier-announces-relaxed
    if (is_announced(before) || _word.exchange(announced, std::memory_order_acquire) != before) {
      detail::throw_logic_error(
          "cqs::event_notifier::prepare_parking: a consumer is about to park already; one notifier has one "
          "consumer");
    }
    return ticket(announced);
  }

  /// Withdraws the announcement.
  void cancel(const ticket& announced) {
    word seen = _word.load(std::memory_order_relaxed);
    check(announced._number, seen);
    clear(seen);
  }

  /// Sleeps until `notify`. Returns at once if that came after the announcement already.
  void park(const ticket& announced) { park_or(announced, detail::never_abort<Platform>{}); }

  /// As `park`, but returns false once stop is requested.
  [[nodiscard]] bool park(const ticket& announced, stop_token stop) {
    return park_or(announced, detail::abort_on_stop<Platform>(std::move(stop)));
  }

  /// As `park`, but returns false once the deadline has passed.
  template <class Clock, class Duration>
  [[nodiscard]] bool park_until(const ticket& announced,
                                const std::chrono::time_point<Clock, Duration>& deadline) {
    return park_or(announced, detail::abort_at<Platform, Clock, Duration>(deadline));
  }

  /// Ends the parking of the consumer. Returns false if the consumer is not about to park, or is notified already.
  bool notify() noexcept {
    // A read-modify-write that changes nothing: the consumer relies on its place in the modification order.
    // [notifier.notify] release -> [notifier.announce], [notifier.clear], [notifier.park]: what was published;
    // mutant order-notify-relaxed
    word seen = _word.fetch_add(0, std::memory_order_release);
    if (!clear(seen)) {
      return false;
    }
    if ((seen & asleep) != 0) {
      Platform::futex_wake_one(&_word);  // an address by now: the notifier may be gone
    }
    return true;
  }

 private:
  static constexpr word announcement = 1;
  static constexpr word interrupted = 2;
  static constexpr word asleep = 4;
  static constexpr word one_announcement = 8;

  static constexpr bool is_announced(word w) noexcept { return (w & announcement) != 0; }

  /// Clears the announcement in the word, which was `seen`. Returns false if another thread has done so. Otherwise `seen`
  /// is the word that was replaced.
  bool clear(word& seen) noexcept {
    while (is_announced(seen)) {
      // No release: a notification was released by [notifier.notify], whose release sequence this continues.
      // [notifier.clear] else acquire <- [notifier.notify]: what was published, to a consumer that gives up too late;
      // mutant order-clear-failure-relaxed
      // acquire <- [notifier.notify]; argued failure-order-stronger
      if (_word.compare_exchange_weak(seen, seen & ~announcement, std::memory_order_acquire,
                                      std::memory_order_acquire)) {
        return true;
      }
    }
    return false;
  }

  static void check(word announced, word current) {
    if ((current | announcement | interrupted | asleep) != (announced | interrupted | asleep)) {
      detail::throw_logic_error("cqs::event_notifier: the ticket is not of the last announcement");
    }
  }

  /// Withdraws the announcement, if it is still there, at any end of the wait: also by an exception of the predicate.
  struct withdrawal {
    ~withdrawal() {
      word seen = notifier._word.load(std::memory_order_relaxed);
      notifier.clear(seen);
    }
    basic_event_notifier& notifier;
  };

  template <class Predicate, class Abort>
  bool await_or(Predicate& predicate, const Abort& abort) {
    while (!predicate()) {
      const ticket announced = prepare_parking();
      const withdrawal at_the_end{*this};
      if (predicate()) {
        return true;
      }
      if (!park_or(announced, abort)) {
        return static_cast<bool>(predicate());
      }
    }
    return true;
  }

  template <class Abort>
  bool park_or(const ticket& announced, const Abort& abort) {
    check(announced._number, _word.load(std::memory_order_relaxed));
    poll(abort);
    [[maybe_unused]] const auto interruption = abort.interrupting(_word, interrupted);
    for (;;) {
      // [notifier.park] acquire <- [notifier.notify]: what was published;
      // mutant notifier-notification-publishes-nothing
      word seen = _word.load(std::memory_order_acquire);
      if (!is_announced(seen)) {
        return true;
      }
      if (Abort::possible && abort.requested()) {
        return !clear(seen);
      }
      // After an interruption the consumer looks again until it sees the stop request: the bit does not publish that.
      if ((seen & interrupted) == 0 && ask_for_wake(seen)) {
        abort.sleep(_word, seen | asleep);
      }
    }
  }

  /// Waits a while without sleeping. Whether the parking is over, the caller finds out.
  template <class Abort>
  void poll(const Abort& abort) const noexcept {
    using polls = detail::polling<Policy, Platform>;
    using outcome = typename polls::outcome;
    const auto is_over = [this] { return !is_announced(_word.load(std::memory_order_relaxed)); };
    auto end = outcome::still_waiting;
    if (Policy.spin_ns > 0 && Platform::processors() > 1) {
      end = polls::spin(std::chrono::nanoseconds(Policy.spin_ns), is_over, abort).end;
    }
    if (Policy.yields > 0 && end == outcome::still_waiting) {
      polls::yield(is_over, abort);
    }
  }

  /// Makes a notification wake the consumer. Returns false if the word has changed since it was `seen`.
  bool ask_for_wake(word seen) noexcept {
    // relaxed: as a read-modify-write, it continues the release sequence of [notifier.notify].
    return (seen & asleep) != 0 ||
           _word.compare_exchange_strong(seen, seen | asleep, std::memory_order_relaxed,
                                         std::memory_order_relaxed);
  }

  typename Platform::template atomic<word> _word{0};
};

using event_notifier = basic_event_notifier<native>;

}  // namespace cqs
