#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include <cqs/coroutine.h>
#include <cqs/detail/misuse.h>
#include <cqs/detail/readers/lazy_slots.h>
#include <cqs/detail/readers/shared_state.h>
#include <cqs/detail/thread_safety.h>
#include <cqs/detail/tsan_mutex.h>
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
/// Readers scatter while no writer comes: where many of them come at once, each counts itself in a slot of its own (see
/// `cqs/scattering.h`). The first writer closes the slots, so the fairness is that of a lock without slots. `try_lock`
/// closes them too, since it cannot know whether a reader is inside.
///
/// Progress: as `synchronizer`; every change of the state is one lock-free compare-exchange loop (see
/// `detail::shared_state`). A writer also waits for a thread that opens or closes the slots. Size: 64 bytes, 56 without
/// scattering; no memory before the first wait and before the first crowd of readers. If there is no memory for slots,
/// readers share one word. Always smart, always asynchronous: of the options, the sizes, the way of waiting and the
/// scattering apply.
///
/// Misuse: to unlock a lock that is not held that way throws `std::system_error` and has no effect. There is one
/// exception. An `unlock_shared` is not checked while readers are scattered or a thread opens or closes the slots. If
/// it was one too many, the thread that closes the slots finds a negative number of readers, and ends the program with
/// a message.
///
/// A writer may become a reader, and the only reader may become the writer. There is no upgrade that waits: see
/// docs/design.md.
///
/// A reader that aborts while a writer lets the readers in is too late, and gets the lock. Lifetime: as `cqs::mutex`,
/// for readers and writers.
template <options Options = options{}, platform Platform = native>
class CQS_DETAIL_CAPABILITY("mutex") basic_shared_mutex {
  static constexpr options variant{
      .segment_size = Options.segment_size, .spin_limit = Options.spin_limit, .waiting = Options.waiting};
  using queue_type = synchronizer<unit, variant, Platform>;
  using waiter_type = typename queue_type::waiter_type;
  using state = detail::shared_state;
  using state_word = state::word_type;

  struct lock_operation {
    using queue_type = basic_shared_mutex::queue_type;
    static constexpr bool resumes_on_cancellation = true;

    basic_shared_mutex& mutex;

    queue_type& queue() const noexcept { return mutex._writers; }
    bool start(waiter_type& waiter) const {
      if (mutex.lock_or_count_as_waiting()) {
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
      while (!mutex.share_if_free()) {
        if (mutex.change(&state::wait_shared)) {
          return mutex._readers.suspend(waiter, *this) == suspension::resumed;
        }
      }
      waiter.complete_at_once({});
      return true;
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

  void lock() CQS_DETAIL_ACQUIRES() { _noted.locked(lock_or(detail::never_abort<Platform>{})); }

  /// As `lock`, but returns false once stop is requested.
  [[nodiscard]] bool lock(stop_token stop) CQS_DETAIL_ACQUIRES_IF_TRUE() {
    return _noted.locked(lock_or(detail::abort_on_stop<Platform>(std::move(stop))));
  }

  /// May fail although nobody holds the lock, while another thread opens or closes the slots of the readers.
  [[nodiscard]] bool try_lock() noexcept CQS_DETAIL_ACQUIRES_IF_TRUE() {
    return _noted.tried(take_if_free());
  }

  template <class Rep, class Period>
  [[nodiscard]] bool try_lock_for(const std::chrono::duration<Rep, Period>& timeout)
      CQS_DETAIL_ACQUIRES_IF_TRUE() {
    return _noted.tried(lock_or(detail::abort_after<Platform>(timeout)));
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_lock_until(const std::chrono::time_point<Clock, Duration>& deadline)
      CQS_DETAIL_ACQUIRES_IF_TRUE() {
    return _noted.tried(lock_or(detail::abort_at<Platform, Clock, Duration>(deadline)));
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

  /// With a deadline: see <cqs/timer.h>, which a caller includes.
  template <class... Limits>
  auto async_lock_for(Limits&&... limits) {
    return timed_for(async_lock(), std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_lock_until(Limits&&... limits) {
    return timed_until(async_lock(), std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_scoped_lock_for(Limits&&... limits) {
    return timed_for(async_scoped_lock(), std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_scoped_lock_until(Limits&&... limits) {
    return timed_until(async_scoped_lock(), std::forward<Limits>(limits)...);
  }

  void unlock() CQS_DETAIL_RELEASES() {
    _noted.unlocks();
    if (!pass_on()) [[unlikely]] {
      detail::throw_not_permitted("cqs::shared_mutex::unlock: no writer holds the lock");
    }
  }

  void lock_shared() CQS_DETAIL_ACQUIRES_SHARED() {
    _noted.locked_shared(lock_shared_or(detail::never_abort<Platform>{}));
  }

  /// As `lock_shared`, but returns false once stop is requested.
  [[nodiscard]] bool lock_shared(stop_token stop) CQS_DETAIL_ACQUIRES_SHARED_IF_TRUE() {
    return _noted.locked_shared(lock_shared_or(detail::abort_on_stop<Platform>(std::move(stop))));
  }

  [[nodiscard]] bool try_lock_shared() noexcept CQS_DETAIL_ACQUIRES_SHARED_IF_TRUE() {
    return _noted.tried_shared(share_if_free());
  }

  template <class Rep, class Period>
  [[nodiscard]] bool try_lock_shared_for(const std::chrono::duration<Rep, Period>& timeout)
      CQS_DETAIL_ACQUIRES_SHARED_IF_TRUE() {
    return _noted.tried_shared(lock_shared_or(detail::abort_after<Platform>(timeout)));
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool try_lock_shared_until(const std::chrono::time_point<Clock, Duration>& deadline)
      CQS_DETAIL_ACQUIRES_SHARED_IF_TRUE() {
    return _noted.tried_shared(lock_shared_or(detail::abort_at<Platform, Clock, Duration>(deadline)));
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

  /// With a deadline: see <cqs/timer.h>, which a caller includes.
  template <class... Limits>
  auto async_lock_shared_for(Limits&&... limits) {
    return timed_for(async_lock_shared(), std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_lock_shared_until(Limits&&... limits) {
    return timed_until(async_lock_shared(), std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_scoped_lock_shared_for(Limits&&... limits) {
    return timed_for(async_scoped_lock_shared(), std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_scoped_lock_shared_until(Limits&&... limits) {
    return timed_until(async_scoped_lock_shared(), std::forward<Limits>(limits)...);
  }

  void unlock_shared() CQS_DETAIL_RELEASES_SHARED() {
    _noted.unlocks_shared();
    if (!pass_on_shared()) [[unlikely]] {
      detail::throw_not_permitted("cqs::shared_mutex::unlock_shared: no reader holds the lock");
    }
  }

  /// The writer becomes a reader, without a moment in which nobody holds the lock. Never waits. The readers that wait at
  /// that moment come in beside the caller, so no writer is kept waiting longer than by an `unlock`.
  void unlock_and_lock_shared() CQS_DETAIL_RELEASES() CQS_DETAIL_ACQUIRES_SHARED() {
    _noted.unlocks();
    if (!downgrade()) [[unlikely]] {
      detail::throw_not_permitted("cqs::shared_mutex::unlock_and_lock_shared: no writer holds the lock");
    }
    _noted.locked_shared(true);
  }

  /// A reader becomes the writer, if it is the only reader and no writer waits: a waiting writer's turn comes first.
  /// Otherwise returns false, and the caller is still a reader. To wait for it, unlock and lock: two readers that wait
  /// for each other to go would wait for ever. May fail while another thread opens or closes the slots of the readers.
  ///
  /// Clang's thread-safety analysis cannot express this. It still takes the caller for a reader.
  [[nodiscard]] bool try_unlock_shared_and_lock() noexcept {
    _noted.unlocks_shared();
    const bool upgraded = _noted.tried(closes(change(&state::upgrade), state::closer::upgrading_reader));
    _noted.tried_shared(!upgraded);
    return upgraded;
  }

  /// The queues of the waiters, for measurements and tests.
  const auto& readers() const noexcept { return _readers; }
  const auto& writers() const noexcept { return _writers; }

 private:
  bool take_if_free() noexcept {
    return lock_if_free() || closes(change(&state::lock), state::closer::trying_writer);
  }
  bool share_if_free() noexcept { return lock_shared_at_once() || lock_shared_in_a_crowd(); }

  /// If this shows that the readers are scattered, the caller may use the slots.
  state_word look() const noexcept {
    // [shared.look] acquire <- [shared.change]: the slots; mutant order-shared-look-relaxed
    return _state.load(std::memory_order_acquire);
  }

  /// Replaces the word, or finds out what it is.
  bool replace(state_word& word, state_word next) noexcept {
    // [shared.change] release -> [shared.change], [shared.look]: what the holder did;
    // mutant order-shared-change-acquire
    // acquire <- [shared.change]: what the holders before did; mutant order-shared-change-release
    return _state.compare_exchange_weak(word, next, std::memory_order_acq_rel, std::memory_order_relaxed);
  }

  /// Applies a transition to the word, and returns the transition's result.
  template <class Transition>
  auto change(Transition transition) {
    state_word word = _state.load(std::memory_order_relaxed);
    for (;;) {
      state next(word);
      const auto result = std::invoke(transition, next);
      if (next.word() == word || replace(word, next.word())) {
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

  /// Those who have time wait at once if readers are scattered: then readers that come later wait behind them.
  template <class Abort>
  bool lock_or(const Abort& abort) {
    if (lock_if_free()) [[likely]] {
      return true;
    }
    return abort.leaves_no_time() ? take_if_free()
                                  : detail::run_in_thread(lock_operation{*this}, abort).has_value();
  }
  template <class Abort>
  bool lock_shared_or(const Abort& abort) {
    return lock_shared_at_once() || lock_shared_later_or(abort);
  }
  template <class Abort>
  [[gnu::noinline]] bool lock_shared_later_or(const Abort& abort) {
    return lock_shared_in_a_crowd() || detail::run_in_thread(lock_shared_operation{*this}, abort).has_value();
  }

  /// What comes after the first attempt is out of line, so that the first attempt needs no stack.
  bool lock_shared_at_once() noexcept {
    state_word word = look();
    if (!Options.scattering.at_once && state(word).admits_reader()) [[likely]] {
      return replace(word, word + state::one_reader);
    }
    return state(word).is_scattered() && _slots.get().enter();
  }

  /// A reader that fails here to count itself, because of others, has met a crowd.
  [[gnu::noinline]] bool lock_shared_in_a_crowd() noexcept {
    bool crowded = Options.scattering.at_once;
    for (;;) {
      state_word word = look();
      if (state(word).is_scattered()) {
        if (_slots.get().enter()) {
          return true;
        }
        continue;
      }
      for (; state(word).admits_reader(); crowded = true) {
        if (crowded && scatter_if_due()) {
          break;
        }
        if (replace(word, word + state::one_reader)) {
          return true;
        }
      }
      if (!state(word).admits_reader() && !state(word).is_scattered()) {
        return false;
      }
    }
  }

  bool lock_if_free() noexcept {
    state_word word = state::free;
    return replace(word, state::written);
  }

  /// Returns true if the caller holds the lock. Else it is counted as a writer that waits.
  bool lock_or_count_as_waiting() {
    return closes(change(&state::lock_or_wait), state::closer::waiting_writer);
  }

  /// Closes the slots if the attempt of a writer requires it. Returns true if the writer holds the lock.
  bool closes(state::attempt made, state::closer who) noexcept {
    return made == state::attempt::locked || (made == state::attempt::must_close && close(who));
  }

  [[gnu::noinline]] bool close(state::closer who) noexcept {
    const auto counted = _slots.get().close(Options.scattering.patience);
    const auto result = change([=](state& s) { return s.end_closing(who, counted); });
    if (result.writer_comes) {
      resume_writer();
    }
    return result.locked;
  }

  /// A reader has met a crowd. Scatters the readers if it is time, and returns true if it has tried.
  [[gnu::noinline]] bool scatter_if_due() noexcept {
    auto* const slots = _slots.find_or_create();
    if (slots == nullptr || !slots->is_due() || !change(&state::begin_opening)) {
      return false;
    }
    slots->open();
    if (!change(&state::end_opening)) {
      close(state::closer::reader);
    }
    return true;
  }

  /// The writer that holds the lock passes it on. Returns false, and changes nothing, if no writer holds the lock.
  bool pass_on() noexcept {
    state_word word = state::written;
    return replace(word, state::free) || pass_on_to_waiters(&state::unlock).held;
  }

  /// The writer that holds the lock becomes a reader. Returns false, and changes nothing, if no writer holds the lock.
  bool downgrade() noexcept { return pass_on_to_waiters(&state::downgrade).held; }

  /// A reader that holds the lock gives it up. Returns false, and changes nothing, if no reader holds the lock.
  bool pass_on_shared() noexcept { return pass_on_shared_at_once() || pass_on_shared_in_a_crowd(); }

  bool pass_on_shared_at_once() noexcept {
    state_word word = look();
    if (state(word).has_only_readers()) [[likely]] {
      return replace(word, word - state::one_reader);
    }
    return state(word).is_scattered() && _slots.get().leave();
  }
  [[gnu::noinline]] bool pass_on_shared_in_a_crowd() noexcept {
    for (;;) {
      state_word word = look();
      if (state(word).is_scattered()) {
        if (_slots.get().leave()) {
          return true;
        }
        continue;
      }
      while (state(word).has_only_readers()) {
        if (replace(word, word - state::one_reader)) {
          return true;
        }
      }
      const auto result = pass_on_to_waiters(&state::unlock_shared);
      if (!result.elsewhere) {
        return result.held;
      }
    }
  }

  template <class Transition>
  [[gnu::noinline]] state::unlock_outcome pass_on_to_waiters(Transition transition) noexcept {
    const auto result = change(transition);
    resume_readers(result.readers_come);
    if (result.writer_comes) {
      resume_writer();
    }
    return result;
  }

  /// Takes a waiting writer out of the count. Returns false if its resume is on its way. Readers that waited only for
  /// this writer come in.
  bool abort_writer() noexcept {
    const auto result = change(&state::abort_waiting_writer);
    resume_readers(result.readers_come);
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
  [[no_unique_address]] detail::lazy_slots<Platform, Options.scattering> _slots;
  [[no_unique_address]] detail::tsan_mutex _noted;
};

using shared_mutex = basic_shared_mutex<>;

}  // namespace cqs
