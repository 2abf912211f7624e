#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include <cqs/detail/queue/cell.h>
#include <cqs/detail/queue/peekable_queue.h>
#include <cqs/detail/unit.h>
#include <cqs/detail/waiting/claimed_waiters.h>
#include <cqs/detail/waiting/thread_waiter.h>
#include <cqs/detail/waiting/trampoline.h>
#include <cqs/detail/weights/weighted_state.h>
#include <cqs/options.h>

namespace cqs::detail {

/// Permits that are acquired and released in any numbers, first come, first served.
///
/// A request counts itself, and then leaves its size in its cell. Whoever may change what the first request needs, or
/// whether it gets that, takes the turn: a release of enough permits, an abort, the first request itself. If another
/// thread has the turn, that thread looks again (`weighted_state`). The thread with the turn claims the first waiters
/// as long as there are enough permits, then gives the turn back, and only then completes these waiters. So it does not
/// use the object any more when it lets the last waiter go.
template <options Options, platform Platform>
class weighted_permits {
 public:
  using count = weighted_state::count;
  using note = std::uint32_t;  ///< the size of a request
  using queue_type = peekable_queue<note, Options, Platform>;
  using waiter_type = typename queue_type::waiter_type;

  /// A request of some permits (see `operation`).
  struct acquire_operation {
    using queue_type = weighted_permits::queue_type;
    static constexpr bool resumes_on_cancellation = true;

    weighted_permits& permits;
    count amount;

    queue_type& queue() const noexcept { return permits._queue; }
    bool start(waiter_type& waiter) const { return permits.start(waiter, *this); }
    /// Never refuses: the thread with the turn claims a waiter before it takes the permits.
    bool on_cancellation(waiter_type& /*waiter*/) const noexcept {
      permits.serve_if(permits.change(&weighted_state::leave));
      return true;
    }
    void complete_refused_resume(unit /*permits*/) const noexcept {}
    void pass_on(unit /*permits*/) const noexcept {}
    void take_back(unit /*permits*/) const noexcept {
      static_cast<void>(permits.release(amount, 2 * weighted_state::most_permits));
    }
  };

  constexpr explicit weighted_permits(count free) noexcept : _state(weighted_state::with(free).word()) {}
  weighted_permits(const weighted_permits&) = delete;
  weighted_permits& operator=(const weighted_permits&) = delete;

  template <class Abort>
  bool acquire(count amount, const Abort& abort) {
    return try_acquire(amount) || run_in_thread(acquire_operation{*this, amount}, abort).has_value();
  }

  bool try_acquire(count amount) noexcept {
    return change([amount](weighted_state& s) { return s.try_acquire(amount); });
  }

  /// Returns false, and releases none, if there would be more than `most`.
  bool release(count amount, count most) noexcept {
    const auto result = change([=](weighted_state& s) { return s.release(amount, most); });
    serve_if(result == weighted_state::released::serves);
    return result != weighted_state::released::too_many;
  }

  const queue_type& queue() const noexcept { return _queue; }

 private:
  /// Replaces the word, or finds out what it is.
  bool replace(weighted_state::word_type& word, weighted_state::word_type next) noexcept {
    // [weighted.change] release -> [weighted.change]: what a holder did, what the thread with the turn did, and the cell
    // of a request that gives up or has come; mutant order-weighted-acquire
    // acquire <- [weighted.change]: the same of the others; mutant order-weighted-release
    return _state.compare_exchange_weak(word, next, std::memory_order_acq_rel, std::memory_order_relaxed);
  }

  /// Applies a transition to the word, and returns the transition's result.
  template <class Transition>
  auto change(Transition transition) {
    auto word = _state.load(std::memory_order_relaxed);
    for (;;) {
      weighted_state next(word);
      const auto result = std::invoke(transition, next);
      if (next.word() == word || replace(word, next.word())) {
        return result;
      }
    }
  }

  /// Takes the turn, or tells the thread that has it to look again. A read-modify-write in any case: a word that was read
  /// may be old, and the thread that had the turn then may not look any more.
  bool look() noexcept {
    auto word = _state.load(std::memory_order_relaxed);
    for (;;) {
      weighted_state next(word);
      const bool has_turn = next.look();
      if (replace(word, next.word())) {
        return has_turn;
      }
    }
  }

  bool start(waiter_type& waiter, const acquire_operation& request) {
    using enum weighted_state::arrival;
    const auto arrival = change([&](weighted_state& s) { return s.acquire_or_wait(request.amount); });
    if (arrival == acquired) {
      waiter.complete_at_once({});
      return true;
    }
    // Without memory, the hook withdraws the request.
    const bool awaited = _queue.enqueue(waiter, static_cast<note>(request.amount), request);
    serve_if((awaited || arrival == waits_first) && look());
    return false;
  }

  void serve_if(bool has_turn) noexcept {
    if (has_turn) {
      serve();
    }
  }

  /// Serves the first waiters as long as there are permits for them, and gives the turn back.
  [[gnu::noinline]] void serve() noexcept {
    const held_resumptions<Platform> held;
    claimed_waiters<waiter_type, Options.waiting.fan_out> served;  // completed at the end
    const note asked = std::exchange(_asked.write(), 0);
    auto now = change([asked](weighted_state& s) { return s.begin(asked); });
    for (;;) {
      const auto first = now.has_waiters() ? _queue.peek() : std::nullopt;
      if (!first || *first > now.balance()) {
        if (end_turn(now, first)) {
          return;
        }
        now = change([](weighted_state& s) { return s.begin(0); });
      } else if (const auto claimed = _queue.claim_first(); claimed != cell::empty) {
        served.add(claimed);
        now = change([first](weighted_state& s) { return s.serve(*first); });
      }
    }
  }

  /// Returns false if something has changed since the caller looked.
  bool end_turn(weighted_state now, std::optional<note> first) noexcept {
    auto word = now.word();
    if (!now.has_waiters()) {
      now.end();
    } else if (first) {
      now.end_before(*first);
      _asked.write() = *first;
    } else {
      now.end_before_an_arrival();
    }
    if (replace(word, now.word())) {
      return true;
    }
    _asked.write() = 0;
    return false;
  }

  typename Platform::template atomic<weighted_state::word_type> _state;
  queue_type _queue;
  /// The size of the first request, if the balance says that it waits for permits. For the thread with the turn.
  typename Platform::template plain<note> _asked;
};

}  // namespace cqs::detail
