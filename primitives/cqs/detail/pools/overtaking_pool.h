#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

#include <cqs/detail/misuse.h>
#include <cqs/detail/pools/overtaking_state.h>
#include <cqs/detail/queue/cell.h>
#include <cqs/detail/waiting/contender.h>
#include <cqs/detail/waiting/trampoline.h>
#include <cqs/synchronizer.h>

namespace cqs::detail {

/// A `blocking_pool` in which a newcomer may take what is free while the first waiter wakes up. The bound is that of
/// `Options.order`.
///
/// At most one waiter is the **successor**. A `put` that finds waiters, but no successor, chooses the first waiter. If
/// that is a thread, the `put` makes its element free and then gives the thread its turn: the thread is awake, and
/// competes with the newcomers. If it has no luck it parks, and the next `put` wakes it. A successor that was
/// overtaken as often as the bound allows has no competitors: newcomers go into the queue. A waiter that is no thread (a
/// request, a coroutine, a fiber) cannot compete, and gets the element itself.
///
/// Whoever is done with the role, by success or abort, passes it on: to the next waiter if something is free for it. So
/// at most one resume is on its way at any time. The role goes with the element: an element that waits in a cell makes
/// the suspend that finds it the owner of the role, and so does an element that an abort finds.
///
/// Theorem. From the moment that a waiter is first until it is served or aborts, at most `bound` newcomers take an
/// element. For, a newcomer takes only if nobody waits or there is a successor; in the second case it counts itself.
/// So a waiter with k others before it is overtaken at most (k + 1) · `bound` times.
///
/// Lifetime: as `blocking_pool`. After an element has become free, a `put` uses only a waiter that it has claimed, or
/// whose sleep it has ended. Such a waiter cannot return before the `put` completes it. So the pool lives until then.
template <class T, class Storage, options Options, platform Platform>
class overtaking_pool {
  static_assert(Options.resumption == resumption::async && Options.cancellation == cancellation::smart,
                "bounded overtaking needs asynchronous resumption and smart cancellation");
  static_assert(Options.order.most_overtakings <= overtaking_state::most_overtakings,
                "a waiter may be overtaken at most 1023 times: see cqs::bounded_overtaking");

 public:
  using queue_type = synchronizer<T, Options, Platform>;
  using waiter_type = typename queue_type::waiter_type;

  /// A `take` that may have to wait (see `operation`).
  struct take_operation {
    using queue_type = overtaking_pool::queue_type;

    overtaking_pool& pool;

    queue_type& queue() const noexcept { return pool._queue; }

    bool start(waiter_type& waiter) const { return pool.start_take(waiter); }
    bool on_cancellation(waiter_type& /*waiter*/) const noexcept { return pool.withdraw(); }
    void complete_refused_resume(T element) const noexcept { pool.put_refused(std::move(element)); }
    void pass_on(T element) const noexcept { pool.pass_on(std::move(element)); }
    void take_back(T element) const noexcept { pool.put(std::move(element)); }
  };

  constexpr explicit overtaking_pool(std::int64_t size = 0) noexcept : _state(static_cast<word>(size)) {}
  overtaking_pool(const overtaking_pool&) = delete;
  overtaking_pool& operator=(const overtaking_pool&) = delete;

  void put(T element) noexcept {
    for (overtaking_state state = look();;) {
      if (state.lacks_successor()) {
        if (replace(state, state.with_successor())) {
          pass_on(std::move(element));
          return;
        }
      } else if (state.free() == overtaking_state::most_free) {
        fail("cqs: a pool with bounded overtaking holds at most 2^31 - 1 elements");
      } else if (replace(state, state.with_free(1))) {
        const bool stored = _storage.try_insert(element);
        if (state.successor_sleeps()) {
          wake_successor();
        }
        if (stored) {
          return;
        }
        state = look();
      }
    }
  }

  /// Takes an element, or waits for one. Returns nothing if the wait was aborted. If it has to wait it may throw
  /// `std::bad_alloc`, and then has no effect.
  template <class Abort>
  std::optional<T> take(const Abort& abort) {
    if (auto element = try_take()) [[likely]] {
      return element;
    }
    if (abort.leaves_no_time()) {
      return std::nullopt;
    }
    return wait_for_element(abort);
  }

  std::optional<T> try_take() noexcept {
    for (overtaking_state state = look(); state.may_take(bound);) {
      if (replace(state, state.taken())) {
        if (auto element = _storage.try_retrieve()) {
          return element;
        }
        state = look();
      }
    }
    return std::nullopt;
  }

  const queue_type& queue() const noexcept { return _queue; }

 protected:
  using word = overtaking_state::word;

  overtaking_state look() const noexcept {
    return overtaking_state(_state.load(std::memory_order_relaxed));  // a compare-exchange confirms it
  }

  /// Every change of the state. If it fails, `current` becomes the present state.
  bool replace(overtaking_state& current, overtaking_state next) noexcept {
    word expected = current.to_word();
    // [overtaking.replace] release -> [overtaking.replace]: what the giver of a permit did, and the sleeping
    // successor; mutant order-overtaking-acquire
    // acquire <- [overtaking.replace]: as a taker, or as a `put` that wakes; mutant order-overtaking-release
    if (_state.compare_exchange_weak(expected, next.to_word(), std::memory_order_acq_rel,
                                     std::memory_order_relaxed)) {
      return true;
    }
    current = overtaking_state(expected);
    return false;
  }

  /// Gives the element to the first waiter. The caller has the role of the successor, and has taken one waiter out of
  /// the count.
  [[gnu::noinline]] void pass_on(T element) noexcept {
    std::optional<held_resumptions<Platform>> held;
    for (;;) {
      cell::word claimed = cell::empty;
      switch (_queue.claim(element, claimed)) {
        case claim_result::left:
          return;  // the role is in the cell as well
        case claim_result::refused:
          if (!recount_refused(element)) {
            return;
          }
          continue;
        case claim_result::claimed:
          break;
      }
      auto& waiter = cell::waiter_of<waiter_type>(claimed);
      const bool contends = contender_type::contends(waiter);
      std::optional<T> another = contends ? take_for_next() : take_for_next_or_end_role();
      if (!another) {
        if (contends) {
          offer(element);
          contender_type::give_turn(waiter, claimed);
        } else {
          queue_type::complete(claimed, std::move(element));
        }
        return;
      }
      if (!held) {
        held.emplace();  // no coroutine runs before the last waiter is found
      }
      queue_type::complete(claimed, std::move(element));
      element = std::move(*another);
    }
  }

  /// The successor sleeps no longer: the caller has cleared `sleeps`.
  void wake_successor() noexcept { contender_type::give_turn(*_sleeper.read(), cell::needs_wake); }

 private:
  using contender_type = contender<queue_type>;
  using claim_result = typename queue_type::claim_result;
  using outcome = typename contender_type::outcome;

  static constexpr word bound = Options.order.most_overtakings;

  /// Takes a waiter out of the count, unless a `put` is on its way to the waiter (as in `blocking_pool`).
  bool withdraw() noexcept {
    for (overtaking_state state = look(); state.waiting() > 0;) {
      if (replace(state, state.without_waiter())) {
        return true;
      }
    }
    return false;
  }

  /// The role's waiter has refused its element.
  void put_refused(T element) noexcept {
    if (recount_refused(element)) {
      pass_on(std::move(element));
    }
  }

  /// True if the element and the role are for the next waiter. Otherwise nobody waits: the role ends, and the element
  /// is free.
  bool recount_refused(T& element) noexcept {
    for (overtaking_state state = look();;) {
      if (state.waiting() > 0) {
        if (replace(state, state.without_waiter())) {
          return true;
        }
      } else if (replace(state, state.without_successor().with_free(1))) {
        if (!_storage.try_insert(element)) {
          put(std::move(element));
        }
        return false;
      }
    }
  }

  /// Makes an element free for a successor that has not got its turn yet, and for newcomers.
  void offer(T& element) noexcept {
    do {
      overtaking_state state = look();
      while (!replace(state, state.with_free(1))) {
      }
    } while (!_storage.try_insert(element));
  }

  /// The first waiter is served. Takes an element for the next one, with the role, if there are both.
  std::optional<T> take_for_next() noexcept {
    for (overtaking_state state = look(); state.can_serve_another();) {
      if (replace(state, state.with_next_successor())) {
        if (auto element = _storage.try_retrieve()) {
          return element;
        }
        state = look();
        while (!replace(state, state.with_waiter())) {  // the insertion starts again; so does this
        }
        state = look();
      }
    }
    return std::nullopt;
  }

  std::optional<T> take_for_next_or_end_role() noexcept {
    for (;;) {
      if (auto element = take_for_next()) {
        return element;
      }
      for (overtaking_state state = look(); !state.can_serve_another();) {
        if (replace(state, state.without_successor())) {
          return std::nullopt;
        }
      }
    }
  }

  /// The successor is served, or gives up.
  void leave_role() noexcept {
    if (auto element = take_for_next_or_end_role()) {
      pass_on(std::move(*element));
    }
  }

  /// A `take` up to its wait. True if it is done.
  bool start_take(waiter_type& waiter) {
    for (overtaking_state state = look();;) {
      if (state.may_take(bound)) {
        if (replace(state, state.taken())) {
          if (auto element = _storage.try_retrieve()) {
            waiter.complete_at_once(std::move(*element));
            return true;
          }
          state = look();
        }
      } else if (state.waiting() == overtaking_state::most_waiting) {
        throw_overflow(
            "cqs: more than 2 million waiters at a mutex, semaphore or pool with bounded overtaking");
      } else if (replace(state, state.with_waiter())) {
        break;
      }
    }
    if (_queue.suspend(waiter, take_operation{*this}) == suspension::suspended) {
      return false;
    }
    leave_role();  // it came with the element in the cell
    return true;
  }

  template <class Abort>
  [[gnu::noinline]] std::optional<T> wait_for_element(const Abort& abort) {
    contender_type waiter;
    const auto is_decided = [this] {
      const overtaking_state state = look();
      return state.free() > 0 || state.waiting() > 0 || state.has_successor();
    };
    if (waiter.spin_briefly(_queue, abort, is_decided) == outcome::abort_requested) {
      return std::nullopt;
    }
    if (start_take(waiter)) {
      return waiter.take_result();
    }
    if (!waiter.wait(take_operation{*this}, abort)) {
      return std::nullopt;
    }
    return waiter.has_turn() ? compete(waiter, abort) : waiter.take_result();
  }

  /// What the successor does with its turn.
  template <class Abort>
  std::optional<T> compete(contender_type& waiter, const Abort& abort) {
    for (;;) {
      std::optional<T> element = take_as_successor();
      if (element || waiter.poll_with_turn(_queue, abort, [this] { return look().free() > 0; }) ==
                         outcome::abort_requested) {
        leave_role();
        return element;
      }
      park(waiter, abort);
    }
  }

  std::optional<T> take_as_successor() noexcept {
    for (overtaking_state state = look(); state.free() > 0;) {
      if (replace(state, state.taken_by_successor())) {
        if (auto element = _storage.try_retrieve()) {
          return element;
        }
        state = look();
      }
    }
    return std::nullopt;
  }

  /// The successor sleeps until something becomes free, or until it is to abort.
  template <class Abort>
  void park(contender_type& waiter, const Abort& abort) {
    waiter.await_another_turn();
    _sleeper.write() = &waiter;
    overtaking_state state = look();
    do {
      if (state.free() > 0) {
        return;
      }
    } while (!replace(state, state.with_sleep()));
    if (waiter.sleep_until_turn(abort)) {
      return;
    }
    for (state = look(); state.successor_sleeps();) {
      if (replace(state, state.without_sleep())) {
        return;
      }
    }
    waiter.await_completion();  // a `put` was faster and is about to give the turn
  }

  typename Platform::template atomic<word> _state;
  typename Platform::template plain<waiter_type*> _sleeper{nullptr};
  queue_type _queue;
  [[no_unique_address]] Storage _storage;
};

}  // namespace cqs::detail
