#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
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

/// A latch that opens when its count reaches zero, and whose waits can be aborted. The interface of `std::latch`, and
/// more (listing 8 of the paper).
///
/// The paper's two counters share one word. So the last `count_down` learns in one step that it is the last and how
/// many waiters there are:
///
/// | bits   | meaning                           | changed by                                          |
/// |--------|-----------------------------------|-----------------------------------------------------|
/// | 32..63 | `count_down`s still to come       | `count_down`                                        |
/// | 0..31  | waiters; no meaning once open     | `wait`, +1; its abort, −1                           |
///
/// Abort: O(1). A wait that aborts while the latch opens is too late, and returns that the latch is open. Progress:
/// `count_down` is wait-free, apart from the wake-ups of the last one; `wait` as `synchronizer::suspend`. Size: 32
/// bytes; no memory before the first wait. Always smart: of the options, resumption and sizes apply.
///
/// Lifetime: a thread may destroy the latch once it is open and no thread is inside a wait, even if the last
/// `count_down` has not returned. For that reason every aborted waiter leaves the count: a `count_down` uses the queue
/// only while it has waiters to resume, and these cannot leave before.
template <options Options = options{}, platform Platform = native>
class basic_latch {
  static constexpr options variant{.resumption = Options.resumption,
                                   .segment_size = Options.segment_size,
                                   .spin_limit = Options.spin_limit,
                                   .waiting = Options.waiting};
  using queue_type = synchronizer<unit, variant, Platform>;
  using waiter_type = typename queue_type::waiter_type;

  struct wait_operation {
    using queue_type = basic_latch::queue_type;
    static constexpr bool never_refuses = true;

    const basic_latch& latch;

    queue_type& queue() const noexcept { return latch._queue; }

    bool start(waiter_type& waiter) const {
      // [latch.count_waiter] acquire <- [latch.count_down], [latch.count_down_some]: what came before the opening, if
      // the latch is open; mutant order-latch-waiter-relaxed
      // No release: the cell publishes the waiter, and a read-modify-write keeps the releases of the count alive.
      while (!latch.try_wait() && count(latch._state.fetch_add(1, std::memory_order_acquire)) > 0) {
        const auto result = latch._queue.suspend(waiter, *this);
        if (result != suspension::broken) {
          return result == suspension::resumed;
        }
      }
      waiter.complete_at_once({});
      return true;
    }
    bool on_cancellation(waiter_type& /*waiter*/) const noexcept { return latch.uncount_waiter(); }
    void complete_refused_resume(unit /*value*/) const noexcept {}
    void take_back(unit /*value*/) const noexcept {}
  };

  struct arrive_and_wait_operation : wait_operation {
    basic_latch& counted;
    std::ptrdiff_t update;

    bool start(waiter_type& waiter) const {
      counted.count_down(update);
      return wait_operation::start(waiter);
    }
  };

 public:
  using request_type = request<wait_operation>;
  using stop_token = typename Platform::stop_token;

  static constexpr std::ptrdiff_t max() noexcept { return std::numeric_limits<std::int32_t>::max(); }

  constexpr explicit basic_latch(std::ptrdiff_t expected) : _state(initial_state(expected)) {}
  basic_latch(const basic_latch&) = delete;
  basic_latch& operator=(const basic_latch&) = delete;

  void count_down(std::ptrdiff_t update = 1) {
    if (update < 0 || update > max()) {
      detail::throw_invalid_argument("cqs::latch::count_down: the update must be from 0 to max()");
    }
    // Only an update greater than one can exceed the count of a closed latch, and must not open it for a moment.
    // [latch.count_down] release -> [latch.*]: what came before this count_down; mutant order-latch-count-acquire
    // acquire <- [latch.count_down], [latch.count_down_some]: what came before the others, for the waiters that the
    // last count_down resumes; mutant order-latch-count-release
    const auto before =
        update == 1 ? _state.fetch_sub(one_count, std::memory_order_acq_rel) : count_down_if_possible(update);
    if (update > count(before)) [[unlikely]] {
      if (update == 1) {
        _state.fetch_add(one_count, std::memory_order_relaxed);  // a misuse: the latch was open before
      }
      detail::throw_invalid_argument("cqs::latch::count_down: the update is greater than the count");
    }
    if (update == count(before) && update > 0) {
      _queue.resume_all(static_cast<std::uint32_t>(before), wait_operation{*this});
    }
  }

  // [latch.try_wait] acquire <- [latch.count_down], [latch.count_down_some]: what came before the opening;
  // mutant order-latch-load-relaxed
  [[nodiscard]] bool try_wait() const noexcept { return count(_state.load(std::memory_order_acquire)) <= 0; }

  void wait() const { wait_or(detail::never_abort<Platform>{}); }

  /// As `wait`, but returns false once stop is requested.
  [[nodiscard]] bool wait(stop_token stop) const {
    return wait_or(detail::abort_on_stop<Platform>(std::move(stop)));
  }

  template <class Rep, class Period>
  [[nodiscard]] bool wait_for(const std::chrono::duration<Rep, Period>& timeout) const {
    return wait_or(detail::abort_after<Platform>(timeout));
  }

  template <class Clock, class Duration>
  [[nodiscard]] bool wait_until(const std::chrono::time_point<Clock, Duration>& deadline) const {
    return wait_or(detail::abort_at<Platform, Clock, Duration>(deadline));
  }

  /// Takes a place among the waiters without waiting.
  request_type wait_request() const { return request_type({*this}); }

  /// For coroutines (see `awaitable`). With a token, the result is false once stop is requested.
  auto async_wait() const {
    return detail::make_awaitable(wait_operation{*this}, detail::never_abort<Platform>{});
  }
  auto async_wait(stop_token stop) const {
    return detail::make_awaitable(wait_operation{*this}, detail::abort_on_stop<Platform>(std::move(stop)));
  }

  void arrive_and_wait(std::ptrdiff_t update = 1) {
    count_down(update);
    wait();
  }

  /// The same for coroutines. An abort ends the wait; the arrival stays counted.
  auto async_arrive_and_wait(std::ptrdiff_t update = 1) {
    return detail::make_awaitable(arrival(update), detail::never_abort<Platform>{});
  }
  auto async_arrive_and_wait(stop_token stop, std::ptrdiff_t update = 1) {
    return detail::make_awaitable(arrival(update), detail::abort_on_stop<Platform>(std::move(stop)));
  }

  /// With a deadline: see <cqs/timer.h>, which a caller includes.
  template <class... Limits>
  auto async_wait_for(Limits&&... limits) const {
    return timed_for(async_wait(), std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_wait_until(Limits&&... limits) const {
    return timed_until(async_wait(), std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_arrive_and_wait_for(Limits&&... limits) {
    return timed_for(async_arrive_and_wait(), std::forward<Limits>(limits)...);
  }
  template <class... Limits>
  auto async_arrive_and_wait_until(Limits&&... limits) {
    return timed_until(async_arrive_and_wait(), std::forward<Limits>(limits)...);
  }

  /// The queue of the waiters, for measurements and tests.
  const auto& queue() const noexcept { return _queue; }

 private:
  static constexpr std::int64_t one_count = std::int64_t{1} << 32;
  static constexpr std::int64_t count(std::int64_t state) noexcept { return state >> 32; }

  static constexpr std::int64_t initial_state(std::ptrdiff_t expected) {
    if (expected < 0 || expected > max()) {
      detail::throw_invalid_argument("cqs::latch: the count must be from 0 to max()");
    }
    return expected * one_count;
  }

  std::int64_t count_down_if_possible(std::ptrdiff_t update) noexcept {
    auto before = _state.load(std::memory_order_relaxed);
    // [latch.count_down_some] release -> [latch.*]: as [latch.count_down]; mutant order-latch-counts-acquire
    // acquire <- [latch.count_down], [latch.count_down_some]: as [latch.count_down]; mutant order-latch-counts-release
    while (update <= count(before) &&
           !_state.compare_exchange_weak(before, before - update * one_count, std::memory_order_acq_rel,
                                         std::memory_order_relaxed)) {
    }
    return before;
  }

  /// Takes a waiter out of the count. Returns false if the latch is open: then the waiter's resume is on its way.
  bool uncount_waiter() const noexcept {
    auto state = _state.load(std::memory_order_relaxed);
    while (count(state) > 0) {
      // relaxed: an abort hands nothing over, and a read-modify-write keeps the releases of the count alive.
      if (_state.compare_exchange_weak(state, state - 1, std::memory_order_relaxed,
                                       std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  }

  arrive_and_wait_operation arrival(std::ptrdiff_t update) noexcept { return {{*this}, *this, update}; }

  template <class Abort>
  bool wait_or(const Abort& abort) const {
    return try_wait() || detail::run_in_thread(wait_operation{*this}, abort).has_value();
  }

  mutable typename Platform::template atomic<std::int64_t> _state;
  mutable queue_type _queue;
};

using latch = basic_latch<>;

}  // namespace cqs
