#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <cqs/coroutine.h>
#include <cqs/detail/exceptions.h>
#include <cqs/detail/misuse.h>
#include <cqs/detail/unit.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/detail/waiting/thread_waiter.h>
#include <cqs/options.h>
#include <cqs/platform/native.h>
#include <cqs/synchronizer.h>

namespace cqs {

namespace detail {

struct no_completion {
  void operator()() const noexcept {}
};

}  // namespace detail

/// A reusable barrier. The interface of `std::barrier`, and waits that can be aborted.
///
/// The paper's barrier (listing 7) counts an arrival and then suspends it. That works for one phase only: in the
/// next, a thread could take the resume of a slower thread that has arrived but not yet suspended. Here a waiter
/// enters the queue *before* it is counted. So when a phase ends, all its waiters are in the queue, before those of
/// any later phase, and the last arrival resumes exactly the counted ones. The last arrival itself leaves the queue
/// again, and so does a waiter whose phase is already over. If a resume has met such a waiter, the waiter passes it
/// on.
///
/// | bits   | meaning                              | changed by                |
/// |--------|--------------------------------------|---------------------------|
/// | 48..63 | the phase                            | the last arrival          |
/// | 24..47 | counted waiters of this phase        | a wait, +1; its abort, −1 |
/// | 0..23  | arrivals still to come in this phase | an arrival                |
///
/// Abort: O(1). It ends only the wait: the arrival stays counted, and a thread may wait for the token again. A wait
/// that aborts while its phase ends is too late, and returns that the phase is over. Lifetime: when a phase is over
/// and no thread is inside a wait, a thread may destroy the barrier, even if the last `arrive` has not returned.
/// Progress: `arrive` is wait-free, apart from the completion and the wake-ups of the last one; waits as
/// `synchronizer::suspend`. Always smart, always asynchronous: of the options, the sizes apply.
template <class CompletionFunction = detail::no_completion, options Options = options{},
          platform Platform = native>
class barrier {
  static_assert(std::is_nothrow_invocable_v<CompletionFunction&>);

  static constexpr options variant{
      .segment_size = Options.segment_size, .spin_limit = Options.spin_limit, .waiting = Options.waiting};
  using queue_type = synchronizer<unit, variant, Platform>;
  using waiter_type = typename queue_type::waiter_type;
  using state_word = std::uint64_t;

  /// A wait for the end of a phase.
  struct wait_operation {
    using queue_type = barrier::queue_type;
    static constexpr bool never_refuses = true;

    const barrier& owner;
    std::uint16_t phase = 0;
    bool counted = false;

    queue_type& queue() const noexcept { return owner._queue; }
    bool start(waiter_type& waiter) { return owner.start_wait(waiter, *this); }
    bool on_cancellation(waiter_type& /*waiter*/) const noexcept { return owner.uncount(*this); }
    void complete_refused_resume(unit /*value*/) const noexcept {}
    void take_back(unit /*value*/) const noexcept {}
  };

  /// An arrival, and the wait for the end of its phase.
  struct arrive_and_wait_operation : wait_operation {
    barrier& entered;

    bool start(waiter_type& waiter) { return entered.start_arrive_and_wait(waiter, *this); }
  };

 public:
  using stop_token = typename Platform::stop_token;

  class arrival_token {
   public:
    arrival_token(arrival_token&&) noexcept = default;
    arrival_token& operator=(arrival_token&&) noexcept = default;
    ~arrival_token() = default;

   private:
    friend barrier;
    explicit arrival_token(std::uint16_t phase) noexcept : _phase(phase) {}
    std::uint16_t _phase;
  };

  static constexpr std::ptrdiff_t max() noexcept { return (std::ptrdiff_t{1} << count_bits) - 1; }

  constexpr explicit barrier(std::ptrdiff_t expected, CompletionFunction completion = CompletionFunction())
      : _state(static_cast<state_word>(expected)), _expected(expected), _completion(std::move(completion)) {
    if (expected < 0 || expected > max()) {
      detail::throw_invalid_argument("cqs::barrier: the number of parties must be from 0 to max()");
    }
  }
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;

  [[nodiscard]] arrival_token arrive(std::ptrdiff_t update = 1) {
    const char* const misuse =
        "cqs::barrier::arrive: the update must be from 1 to the arrivals still expected";
    if (update < 1 || update > max()) {
      detail::throw_invalid_argument(misuse);
    }
    const auto arrivals = static_cast<state_word>(update);
    // All that comes before an arrival happens before the completion function, and before what follows the phase. The
    // last arrival sees it when it sees that it is the last.
    // [barrier.arrive_look] acquire <- [barrier.*]: what came before the others; mutant order-barrier-arrive-look-relaxed
    state_word before = _state.load(std::memory_order_acquire);
    state_word after = 0;
    do {
      if (arrivals > remaining(before)) [[unlikely]] {
        detail::throw_invalid_argument(misuse);
      }
      const bool ends_phase = !has_completion && arrivals == remaining(before);
      after = ends_phase ? next_phase(before) : before - arrivals;
      // [barrier.arrive] release -> [barrier.*]: what came before this arrival; mutant order-barrier-arrive-acquire
      // acquire <- [barrier.*]; argued failure-order-stronger
      // else acquire <- [barrier.*]: as [barrier.arrive_look]; mutant order-barrier-arrive-failure-relaxed
    } while (
        !_state.compare_exchange_weak(before, after, std::memory_order_acq_rel, std::memory_order_acquire));
    if (arrivals == remaining(before)) {
      if constexpr (has_completion) {
        complete_phase(0);
      } else {
        _queue.resume_all(waiters(before), wait_operation{*this});
      }
    }
    return arrival_token(phase(before));
  }

  void wait(arrival_token&& arrival) const { wait_or(arrival, detail::never_abort<Platform>{}); }

  /// As `wait`, but returns false once stop is requested. A thread may wait for the token again.
  [[nodiscard]] bool wait(const arrival_token& arrival, stop_token stop) const {
    return wait_or(arrival, detail::abort_on_stop<Platform>(std::move(stop)));
  }

  template <class Rep, class Period>
  [[nodiscard]] bool wait_for(const arrival_token& arrival,
                              const std::chrono::duration<Rep, Period>& timeout) const {
    return wait_or(arrival, detail::abort_after<Platform>(timeout));
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool wait_until(const arrival_token& arrival,
                                const std::chrono::time_point<Clock, Duration>& deadline) const {
    return wait_or(arrival, detail::abort_at<Platform, Clock, Duration>(deadline));
  }

  /// For coroutines (see `awaitable`). With a token, the result is false once stop is requested.
  auto async_wait(arrival_token&& arrival) const { return wait_for_phase(arrival); }
  auto async_wait(const arrival_token& arrival, stop_token stop) const {
    return detail::make_awaitable(wait_operation{*this, arrival._phase},
                                  detail::abort_on_stop<Platform>(std::move(stop)));
  }

  void arrive_and_wait() { detail::run_in_thread(arrival(), detail::never_abort<Platform>{}); }

  /// The same for coroutines. An abort ends the wait; the arrival stays counted.
  auto async_arrive_and_wait() { return detail::make_awaitable(arrival(), detail::never_abort<Platform>{}); }
  auto async_arrive_and_wait(stop_token stop) {
    return detail::make_awaitable(arrival(), detail::abort_on_stop<Platform>(std::move(stop)));
  }

  /// With a deadline: see <cqs/timer.h>, which a caller includes.
  template <class... Limits>
  auto async_wait_for(const arrival_token& arrival, Limits&&... limits) const {
    return timed_for(wait_for_phase(arrival), std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_wait_until(const arrival_token& arrival, Limits&&... limits) const {
    return timed_until(wait_for_phase(arrival), std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_arrive_and_wait_for(Limits&&... limits) {
    return timed_for(async_arrive_and_wait(), std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_arrive_and_wait_until(Limits&&... limits) {
    return timed_until(async_arrive_and_wait(), std::forward<Limits>(limits)...);
  }

  void arrive_and_drop() {
    _expected.fetch_sub(1, std::memory_order_relaxed);  // ordered by the arrival
    CQS_DETAIL_TRY {
      static_cast<void>(arrive());
    }
    CQS_DETAIL_CATCH(...) {
      _expected.fetch_add(1, std::memory_order_relaxed);
      CQS_DETAIL_RETHROW;
    }
  }

  /// The queue of the waiters, for measurements and tests.
  const auto& queue() const noexcept { return _queue; }

 private:
  static constexpr unsigned count_bits = 24;
  static constexpr state_word count_mask = (state_word{1} << count_bits) - 1;
  static constexpr state_word one_arrival = 1;
  static constexpr state_word one_waiter = state_word{1} << count_bits;
  static constexpr unsigned phase_shift = 2 * count_bits;

  /// Without a completion function, the last arrival begins the next phase in one step.
  static constexpr bool has_completion = !std::is_same_v<CompletionFunction, detail::no_completion>;

  static constexpr state_word remaining(state_word state) noexcept { return state & count_mask; }
  static constexpr state_word waiters(state_word state) noexcept { return state >> count_bits & count_mask; }
  static constexpr std::uint16_t phase(state_word state) noexcept {
    return static_cast<std::uint16_t>(state >> phase_shift);
  }

  auto wait_for_phase(const arrival_token& arrival) const {
    return detail::make_awaitable(wait_operation{*this, arrival._phase}, detail::never_abort<Platform>{});
  }

  arrive_and_wait_operation arrival() noexcept { return {{*this}, *this}; }

  template <class Abort>
  bool wait_or(const arrival_token& arrival, const Abort& abort) const {
    // [barrier.look] acquire <- [barrier.*]: the completion and all before it; mutant order-barrier-look-relaxed
    return phase(_state.load(std::memory_order_acquire)) != arrival._phase ||
           detail::run_in_thread(wait_operation{*this, arrival._phase}, abort).has_value();
  }

  bool start_wait(waiter_type& waiter, wait_operation& operation) const {
    // [barrier.start_look] acquire <- [barrier.*]: as [barrier.look]; mutant order-barrier-start-relaxed
    state_word state = _state.load(std::memory_order_acquire);
    if (phase(state) != operation.phase) {
      waiter.complete_at_once({});
      return true;
    }
    enqueue(waiter, operation);
    // Unlike in `start_arrive_and_wait`, the phase may end at any moment. Count the waiter only before that.
    // [barrier.count] acquire <- [barrier.*]; argued failure-order-stronger
    // release -> [barrier.*]; argued waiter-count-orders-nothing
    // else acquire <- [barrier.*]: as [barrier.look]; mutant order-barrier-count-failure-relaxed
    while (!_state.compare_exchange_weak(state, state + one_waiter, std::memory_order_acq_rel,
                                         std::memory_order_acquire)) {
      if (phase(state) != operation.phase) {
        withdraw(waiter, operation);
        return true;
      }
    }
    operation.counted = true;
    return false;
  }

  bool start_arrive_and_wait(waiter_type& waiter, wait_operation& operation) {
    if (remaining(_state.load(std::memory_order_relaxed)) <= 1) {  // only this arrival is missing
      operation.phase = arrive()._phase;
      return start_wait(waiter, operation);
    }
    enqueue(waiter, operation);
    // [barrier.arrive_and_count] release -> [barrier.*]: as [barrier.arrive]; mutant order-barrier-arrive-count-acquire
    // acquire <- [barrier.*]: as [barrier.arrive]; mutant order-barrier-arrive-count-release
    const state_word before = _state.fetch_add(one_waiter - one_arrival, std::memory_order_acq_rel);
    if (remaining(before) > 1) [[likely]] {
      operation.phase = phase(before);
      operation.counted = true;
      return false;
    }
    withdraw(waiter, operation);
    if (remaining(before) == 1) {
      complete_phase(1);
    } else {
      undo_arrival(before);
      detail::throw_invalid_argument("cqs::barrier::arrive_and_wait: more arrivals than parties");
    }
    return true;
  }

  void enqueue(waiter_type& waiter, const wait_operation& operation) const {
    // Counted waiters are in the queue already, so a resume that has come first is meant for one of them.
    while (_queue.suspend(waiter, operation) == suspension::resumed) {
      waiter.start_anew();
      _queue.resume_all(1, operation);
    }
  }

  /// A waiter that is not counted leaves the queue: its phase is over.
  void withdraw(waiter_type& waiter, const wait_operation& operation) const noexcept {
    if (_queue.cancel(waiter, operation)) {
      waiter.complete_at_once({});
      return;
    }
    waiter.await_completion();
    _queue.settle(waiter);
    _queue.resume_all(1, operation);
  }

  /// One arrival too many has changed the counts, without effect. Undoes it, unless the end of the phase has done so.
  void undo_arrival(state_word before) noexcept {
    state_word state = _state.load(std::memory_order_relaxed);
    // [barrier.undo] acquire <- [barrier.*]; argued waiter-count-orders-nothing
    // release -> [barrier.*]; argued waiter-count-orders-nothing
    while (phase(state) == phase(before) &&
           !_state.compare_exchange_weak(state, state - (one_waiter - one_arrival), std::memory_order_acq_rel,
                                         std::memory_order_relaxed)) {
    }
  }

  /// Takes a waiter out of the count. Returns false if its phase is over: then its resume is on its way.
  bool uncount(const wait_operation& wait) const noexcept {
    if (!wait.counted) {
      return true;
    }
    state_word state = _state.load(std::memory_order_relaxed);
    do {
      if (phase(state) != wait.phase) {
        return false;
      }
      // [barrier.uncount] acquire <- [barrier.*]; argued waiter-count-orders-nothing
      // release -> [barrier.*]; argued waiter-count-orders-nothing
    } while (!_state.compare_exchange_weak(state, state - one_waiter, std::memory_order_acq_rel,
                                           std::memory_order_relaxed));
    return true;
  }

  /// The word that begins the phase after that of `state`. The caller has seen all arrivals, so it sees who drops out.
  state_word next_phase(state_word state) const noexcept {
    const auto next = static_cast<std::uint16_t>(phase(state) + 1);
    return state_word{next} << phase_shift |
           static_cast<state_word>(_expected.load(std::memory_order_relaxed));
  }

  /// The last arrival calls this; `withdrawn` waiters are counted but no longer in the queue.
  void complete_phase(state_word withdrawn) {
    _completion();
    // No other thread changes the phase meanwhile: read the phase, then replace the whole word.
    const state_word next = next_phase(_state.load(std::memory_order_relaxed));
    // [barrier.complete] release -> [barrier.*]: what the completion function did;
    // mutant order-barrier-complete-acquire
    // acquire <- [barrier.*]; argued waiter-count-orders-nothing
    const state_word last = _state.exchange(next, std::memory_order_acq_rel);
    _queue.resume_all(waiters(last) - withdrawn, wait_operation{*this});
  }

  mutable typename Platform::template atomic<state_word> _state;
  mutable queue_type _queue;
  typename Platform::template atomic<std::ptrdiff_t> _expected;
  [[no_unique_address]] CompletionFunction _completion;
};

}  // namespace cqs
