#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include <cqs/coroutine.h>
#include <cqs/detail/misuse.h>
#include <cqs/detail/unit.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/detail/waiting/thread_waiter.h>
#include <cqs/options.h>
#include <cqs/platform/native.h>
#include <cqs/request.h>
#include <cqs/synchronizer.h>

namespace cqs {

/// A fair readers-writer lock whose waits can be aborted: the paper's example for smart cancellation. The interface of
/// `std::shared_timed_mutex`, and more.
///
/// Fairness: readers and writers take turns. Readers that come while a writer waits have to wait. A writer that unlocks
/// lets in all readers that wait at that moment. The last of these lets in the writer that has waited longest. So a
/// reader waits for one writer at most, and writers are served first come, first served. Abort: O(1), with an effect at
/// once: if the last waiting writer aborts while readers hold the lock, the readers behind that writer come in.
///
/// | bits   | meaning            | bits   | meaning            |
/// |--------|--------------------|--------|--------------------|
/// | 63     | a writer holds it  | 21..41 | readers that wait  |
/// | 42..62 | writers that wait  | 0..20  | readers that hold  |
///
/// A thread that changes the word from "waits" to "holds" owes the waiter a resume. Readers wait only while a writer
/// holds the lock or waits for it. Progress: as `synchronizer`; every change of the word is one lock-free
/// compare-exchange loop. Size: 56 bytes; no memory before the first wait. Always smart, always asynchronous: of the
/// options, the sizes apply.
///
/// A reader that aborts while a writer lets the readers in is too late, and gets the lock. Lifetime: as `cqs::mutex`,
/// for readers and writers.
template <options Options = options{}, platform Platform = native>
class basic_shared_mutex {
  static constexpr options variant{
      .segment_size = Options.segment_size, .spin_limit = Options.spin_limit, .waiting = Options.waiting};
  using queue_type = synchronizer<unit, variant, Platform>;
  using waiter_type = typename queue_type::waiter_type;
  using state_word = std::uint64_t;

  struct state;

  struct lock_operation {
    using queue_type = basic_shared_mutex::queue_type;
    static constexpr bool resumes_on_cancellation = true;

    basic_shared_mutex& mutex;

    queue_type& queue() const noexcept { return mutex._writers; }
    bool start(waiter_type& waiter) const {
      if (mutex.change(&state::lock_or_wait)) {
        waiter.complete_at_once({});
        return true;
      }
      return mutex._writers.suspend(waiter, *this) == suspension::resumed;
    }
    bool on_cancellation(waiter_type& /*waiter*/) const noexcept { return mutex.abort_writer(); }
    void complete_refused_resume(unit /*lock*/) const noexcept { mutex.pass_on(); }
    void take_back(unit /*lock*/) const noexcept { mutex.pass_on(); }
  };

  struct lock_shared_operation {
    using queue_type = basic_shared_mutex::queue_type;
    static constexpr bool never_refuses = true;

    basic_shared_mutex& mutex;

    queue_type& queue() const noexcept { return mutex._readers; }
    bool start(waiter_type& waiter) const {
      if (mutex.change(&state::lock_shared_or_wait)) {
        waiter.complete_at_once({});
        return true;
      }
      return mutex._readers.suspend(waiter, *this) == suspension::resumed;
    }
    bool on_cancellation(waiter_type& /*waiter*/) const noexcept {
      return mutex.change(&state::abort_waiting_reader);
    }
    void complete_refused_resume(unit /*lock*/) const noexcept { mutex.pass_on_shared(); }
    void take_back(unit /*lock*/) const noexcept { mutex.pass_on_shared(); }
  };

 public:
  using request_type = request<lock_operation>;
  using shared_request_type = request<lock_shared_operation>;
  using stop_token = typename Platform::stop_token;

  constexpr basic_shared_mutex() noexcept = default;
  basic_shared_mutex(const basic_shared_mutex&) = delete;
  basic_shared_mutex& operator=(const basic_shared_mutex&) = delete;

  void lock() { lock_or(detail::never_abort<Platform>{}); }

  /// As `lock`, but returns false once stop is requested.
  [[nodiscard]] bool lock(stop_token stop) {
    return lock_or(detail::abort_on_stop<Platform>(std::move(stop)));
  }

  [[nodiscard]] bool try_lock() noexcept { return change(&state::try_lock); }

  template <class Rep, class Period>
  [[nodiscard]] bool try_lock_for(const std::chrono::duration<Rep, Period>& timeout) {
    return lock_or(detail::abort_after<Platform>(timeout));
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_lock_until(const std::chrono::time_point<Clock, Duration>& deadline) {
    return lock_or(detail::abort_at<Platform, Clock, Duration>(deadline));
  }

  /// Takes a place among the writers without waiting.
  request_type lock_request() { return request_type({*this}); }

  /// For coroutines (see `awaitable`). With a token, the result is false once stop is requested.
  auto async_lock() { return detail::make_awaitable(lock_operation{*this}, detail::never_abort<Platform>{}); }
  auto async_lock(stop_token stop) {
    return detail::make_awaitable(lock_operation{*this}, detail::abort_on_stop<Platform>(std::move(stop)));
  }

  /// The same; the result is a `std::unique_lock`. It holds nothing if the wait was aborted.
  auto async_scoped_lock() { return scoped(detail::never_abort<Platform>{}); }
  auto async_scoped_lock(stop_token stop) { return scoped(detail::abort_on_stop<Platform>(std::move(stop))); }

  void unlock() {
    if (!pass_on()) [[unlikely]] {
      detail::throw_not_permitted("cqs::shared_mutex::unlock: no writer holds the lock");
    }
  }

  void lock_shared() { lock_shared_or(detail::never_abort<Platform>{}); }

  /// As `lock_shared`, but returns false once stop is requested.
  [[nodiscard]] bool lock_shared(stop_token stop) {
    return lock_shared_or(detail::abort_on_stop<Platform>(std::move(stop)));
  }

  [[nodiscard]] bool try_lock_shared() noexcept { return change(&state::try_lock_shared); }

  template <class Rep, class Period>
  [[nodiscard]] bool try_lock_shared_for(const std::chrono::duration<Rep, Period>& timeout) {
    return lock_shared_or(detail::abort_after<Platform>(timeout));
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_lock_shared_until(const std::chrono::time_point<Clock, Duration>& deadline) {
    return lock_shared_or(detail::abort_at<Platform, Clock, Duration>(deadline));
  }

  /// Takes a place among the readers without waiting.
  shared_request_type lock_shared_request() { return shared_request_type({*this}); }

  /// For coroutines, as `async_lock`.
  auto async_lock_shared() {
    return detail::make_awaitable(lock_shared_operation{*this}, detail::never_abort<Platform>{});
  }
  auto async_lock_shared(stop_token stop) {
    return detail::make_awaitable(lock_shared_operation{*this},
                                  detail::abort_on_stop<Platform>(std::move(stop)));
  }

  /// The same; the result is a `std::shared_lock`. It holds nothing if the wait was aborted.
  auto async_scoped_lock_shared() { return scoped_shared(detail::never_abort<Platform>{}); }
  auto async_scoped_lock_shared(stop_token stop) {
    return scoped_shared(detail::abort_on_stop<Platform>(std::move(stop)));
  }

  void unlock_shared() {
    if (!pass_on_shared()) [[unlikely]] {
      detail::throw_not_permitted("cqs::shared_mutex::unlock_shared: no reader holds the lock");
    }
  }

  /// The queues of the waiters, for measurements and tests.
  const auto& readers() const noexcept { return _readers; }
  const auto& writers() const noexcept { return _writers; }

 private:
  /// The fields of the word. Each member function is one transition.
  struct state {
    static constexpr unsigned bits = 21;
    static constexpr state_word mask = (state_word{1} << bits) - 1;

    constexpr explicit state(state_word word) noexcept
        : readers(word & mask),
          waiting_readers(word >> bits & mask),
          waiting_writers(word >> 2 * bits & mask),
          writer(word >> 3 * bits != 0) {}

    constexpr state_word word() const noexcept {
      return state_word{writer} << 3 * bits | waiting_writers << 2 * bits | waiting_readers << bits | readers;
    }

    constexpr bool try_lock() noexcept {
      if (writer || readers > 0) {
        return false;
      }
      writer = true;
      return true;
    }
    constexpr bool lock_or_wait() {
      if (try_lock()) {
        return true;
      }
      increment(waiting_writers);
      return false;
    }
    constexpr bool try_lock_shared() noexcept {
      if (writer || waiting_writers > 0 || readers == mask) {
        return false;
      }
      ++readers;
      return true;
    }
    constexpr bool lock_shared_or_wait() {
      if (try_lock_shared()) {
        return true;
      }
      increment(waiting_readers);
      return false;
    }
    /// Returns false if the reader's resume is on its way.
    constexpr bool abort_waiting_reader() noexcept {
      if (waiting_readers == 0) {
        return false;
      }
      --waiting_readers;
      return true;
    }
    /// All waiting readers come in. Returns their number.
    constexpr state_word admit_readers() noexcept {
      readers += waiting_readers;
      return std::exchange(waiting_readers, 0);
    }
    /// The first waiting writer comes in.
    constexpr void admit_writer() noexcept {
      --waiting_writers;
      writer = true;
    }

    state_word readers;
    state_word waiting_readers;
    state_word waiting_writers;
    bool writer;

   private:
    /// All waiting readers may come in at once, so readers that hold and readers that wait must fit into one field.
    constexpr void increment(state_word& waiting) const {
      if (waiting == mask || readers + waiting_readers == mask) {
        detail::throw_overflow("cqs::shared_mutex: more than 2 million threads wait for the lock or hold it");
      }
      ++waiting;
    }
  };

  /// Applies a transition to the word, and returns the transition's result.
  template <class Transition>
  auto change(Transition transition) {
    state_word word = _state.load(std::memory_order_relaxed);
    for (;;) {
      state next(word);
      const auto result = std::invoke(transition, next);
      // [shared.change] release -> [shared.change]: what the holder did; mutant order-shared-change-acquire
      // acquire <- [shared.change]: what the holders before did; mutant order-shared-change-release
      if (next.word() == word || _state.compare_exchange_weak(word, next.word(), std::memory_order_acq_rel,
                                                              std::memory_order_relaxed)) {
        return result;
      }
    }
  }

  template <class Abort>
  auto scoped(Abort abort) {
    return detail::make_awaitable_guard<std::unique_lock<basic_shared_mutex>>(*this, lock_operation{*this},
                                                                              std::move(abort));
  }
  template <class Abort>
  auto scoped_shared(Abort abort) {
    return detail::make_awaitable_guard<std::shared_lock<basic_shared_mutex>>(
        *this, lock_shared_operation{*this}, std::move(abort));
  }

  template <class Abort>
  bool lock_or(const Abort& abort) {
    return try_lock() || detail::run_in_thread(lock_operation{*this}, abort).has_value();
  }
  template <class Abort>
  bool lock_shared_or(const Abort& abort) {
    return try_lock_shared() || detail::run_in_thread(lock_shared_operation{*this}, abort).has_value();
  }

  /// The writer that holds the lock passes it on to the waiting readers, or else to the next writer. Returns false, and
  /// changes nothing, if no writer holds the lock.
  bool pass_on() noexcept {
    struct heirs {
      bool held;
      state_word readers;
      bool writer;
    };
    const heirs next = change([](state& s) -> heirs {
      const bool held = std::exchange(s.writer, false);
      if (held && s.waiting_readers > 0) {
        return {held, s.admit_readers(), false};
      }
      if (held && s.waiting_writers > 0) {
        s.admit_writer();
        return {held, 0, true};
      }
      return {held, 0, false};
    });
    resume_readers(next.readers);
    if (next.writer) {
      resume_writer();
    }
    return next.held;
  }

  /// A reader that holds the lock gives it up; the last reader passes it on to a writer. Returns false, and changes
  /// nothing, if no reader holds the lock.
  bool pass_on_shared() noexcept {
    struct outcome {
      bool held;
      bool writer_comes;
    };
    const outcome result = change([](state& s) -> outcome {
      if (s.readers == 0) {
        return {false, false};
      }
      if (--s.readers > 0 || s.waiting_writers == 0) {
        return {true, false};
      }
      s.admit_writer();
      return {true, true};
    });
    if (result.writer_comes) {
      resume_writer();
    }
    return result.held;
  }

  /// Takes a waiting writer out of the count. Returns false if its resume is on its way. Readers that waited only for
  /// this writer come in.
  bool abort_writer() noexcept {
    struct outcome {
      bool aborted;
      state_word readers;
    };
    const outcome result = change([](state& s) -> outcome {
      if (s.waiting_writers == 0) {
        return {false, 0};
      }
      --s.waiting_writers;
      const bool readers_come = s.waiting_writers == 0 && !s.writer && s.waiting_readers > 0;
      return {true, readers_come ? s.admit_readers() : 0};
    });
    resume_readers(result.readers);
    return result.aborted;
  }

  void resume_writer() noexcept {
    unit lock;
    static_cast<void>(
        _writers.resume(lock, lock_operation{*this}));  // an asynchronous, smart resume never fails
  }
  void resume_readers(state_word count) noexcept { _readers.resume_all(count, lock_shared_operation{*this}); }

  typename Platform::template atomic<state_word> _state{0};
  queue_type _readers;
  queue_type _writers;
};

using shared_mutex = basic_shared_mutex<>;

}  // namespace cqs
