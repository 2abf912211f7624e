#pragma once

#include <atomic>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <cqs/detail/cell.h>
#include <cqs/detail/infinite_array.h>
#include <cqs/detail/trampoline.h>
#include <cqs/detail/unit.h>
#include <cqs/detail/waiter.h>
#include <cqs/options.h>
#include <cqs/platform/native.h>

namespace cqs {

/// How a `suspend` has ended.
enum class suspension : std::uint8_t {
  suspended,  ///< the waiter stands in the queue
  resumed,    ///< a `resume` had come first: the waiter is completed, its result is there
  broken,     ///< a synchronous `resume` gave the cell up: start the whole operation anew
};

/// How an abort has ended.
enum class abort_result : std::uint8_t {
  too_late,        ///< the waiter is resumed (perhaps just now), or was aborted before
  aborted,         ///< whoever suspended has not asked for a wake: it will notice, and has to `let_go`
  aborted_asleep,  ///< it had asked for a wake, which is now the caller's to give
};

/// What a primitive tells the queue about itself (listing 4). `on_cancellation` takes one waiter out of the
/// primitive's own count and says whether it could: false means that a `resume` is already on its way to it
/// and will be refused. `complete_refused_resume` then disposes of the value which that `resume` carries.
template <class H, class T, class Waiter>
concept suspension_hooks = requires(const H& hooks, T value, Waiter& waiter) {
  { hooks.on_cancellation(waiter) }
  noexcept->std::same_as<bool>;
  { hooks.complete_refused_resume(std::move(value)) }
  noexcept;
};

/// One kind of operation that may have to wait, for whatever kind of waiter: a thread, a request, a coroutine,
/// a fibre. `start` does the operation, or puts the waiter into `queue()`, and says whether the waiter is
/// completed; `take_back` undoes an operation whose result nobody has taken. The hooks of a waiter are those
/// of the very object that started it, so an operation may keep what it has to know there.
template <class O>
concept operation =
    suspension_hooks<O, typename O::queue_type::value_type, typename O::queue_type::waiter_type> &&
    requires(O& o, typename O::queue_type::waiter_type& waiter, typename O::queue_type::value_type value) {
  { o.queue() }
  noexcept->std::same_as<typename O::queue_type&>;
  { o.start(waiter) } -> std::same_as<bool>;
  { o.take_back(std::move(value)) }
  noexcept;
};

/// The CancellableQueueSynchronizer (Koval, Khalanskiy, Alistarh 2023): a FIFO queue of waiters in which a
/// `resume` may come before the `suspend` it is meant for, and every waiter may abort.
///
/// A primitive keeps a count of its own, and calls `suspend` when it says that the caller has to wait and
/// `resume` when it says that somebody waits (or is about to). Any waiter derived from `waiter_type` may
/// stand in the queue. The hooks are passed with each call, so that the queue holds no pointer to its
/// primitive.
///
/// Progress: `suspend` and `resume` are lock-free up to the change of segments, which takes a short lock; a
/// synchronous `resume` waits for a cancellation that is in progress, and a synchronous `suspend` may have to
/// start anew. Cancellation costs O(1), whatever the length of the queue; so does a `resume` past any number
/// of smartly cancelled waiters. Memory: see `detail::infinite_array`. No memory is taken before the first
/// suspension. A `suspend` that finds none throws `std::bad_alloc` and leaves the primitive as if it had been
/// aborted; a `resume` waits for it, and so does a synchronous `suspend`.
///
/// Listings 2, 6, 10, 12 of the paper; what differs is told in docs/design.md.
template <class T, options Options = options{}, platform Platform = native>
class synchronizer {
  static constexpr bool is_sync = Options.resumption == resumption::sync;
  static constexpr bool is_smart = Options.cancellation == cancellation::smart;

  using array = detail::infinite_array<T, Options.segment_size, !is_smart, Platform>;
  using place = typename array::place;
  using cell_word = detail::cell::word;

 public:
  using value_type = T;
  using platform_type = Platform;
  using waiter_type = detail::waiter<T, place, Platform>;
  static constexpr options variant = Options;

  constexpr synchronizer() noexcept = default;

  /// Puts the waiter at the end of the queue.
  template <suspension_hooks<T, waiter_type> Hooks>
  suspension suspend(waiter_type& waiter, const Hooks& hooks) {
    waiter.place = reserve_or_withdraw(waiter, hooks);
    auto& cell = waiter.place.cell();
    cell_word current = detail::cell::empty;
    // [4] release: publishes the waiter's fields to the claim [6]. On failure acquire: pairs with the put
    // [7].
    if (cell.compare_exchange_strong(current, detail::cell::of_waiter(waiter), std::memory_order_release,
                                     std::memory_order_acquire)) {
      return suspension::suspended;
    }
    return meet_resume(waiter, current);
  }

  /// Hands `value` to the first waiter that has not aborted, or leaves it for the next `suspend`. False, with
  /// the value back in its place, where the primitive has to try again as a whole: in simple cancellation for
  /// each aborted waiter, in synchronous resumption where no `suspend` came.
  template <suspension_hooks<T, waiter_type> Hooks>
  [[nodiscard]] bool resume(T& value, const Hooks& hooks) noexcept {
    for (;;) {
      const place p = next_place();
      if (p.segment == nullptr) {
        return false;
      }
      switch (visit(p, value)) {
        case visit_result::passed:
          return true;
        case visit_result::failed:
          return false;
        case visit_result::refused:
          hooks.complete_refused_resume(std::move(value));
          return true;
        case visit_result::cancelled:
          if constexpr (!is_smart) {
            p.give_back(1);
            return false;
          } else {
            _cells.skip_cancelled(p);
          }
      }
    }
  }

  /// `count` times `resume`, in fewer steps. For a primitive that does not care about failure: all waiters it
  /// has counted are to go. The last access to the queue is the last wake-up.
  template <suspension_hooks<T, waiter_type> Hooks>
  requires std::same_as<T, unit>
  void resume_all(std::size_t count, const Hooks& hooks) noexcept {
    // All are let go before the first of them runs.
    const detail::held_resumptions<Platform> held(count > 1);
    unit value;
    if constexpr (!is_smart) {
      for (; count > 0; --count) {
        static_cast<void>(resume(value, hooks));
      }
    }
    while (count > 0) {
      const auto some = _cells.insist_on_some(count);
      for (std::size_t i = some.first; i < some.first + some.count; ++i) {
        const place p{some.segment, i};
        switch (visit(p, value)) {
          case visit_result::cancelled:
            p.give_back(1);
            continue;
          case visit_result::refused:
            hooks.complete_refused_resume(value);
            break;
          case visit_result::passed:
          case visit_result::failed:
            break;
        }
        --count;
      }
    }
  }

  /// Aborts a suspended waiter; any thread may, as long as the waiter lives. False if it is resumed (perhaps
  /// just now) or was aborted before.
  template <suspension_hooks<T, waiter_type> Hooks>
  bool cancel(waiter_type& waiter, const Hooks& hooks) noexcept {
    return abort_unless_resumed<false>(waiter, hooks) != abort_result::too_late;
  }

  /// The same while the waiter's own side may still be about to ask for a wake, and so needs its cell.
  template <suspension_hooks<T, waiter_type> Hooks>
  abort_result abort(waiter_type& waiter, const Hooks& hooks) noexcept {
    return abort_unless_resumed<true>(waiter, hooks);
  }

  /// Says that the waiter's state will no longer be polled, so that its resume has to wake it. False if a
  /// resume has claimed the waiter already and is about to complete it, or an abort was faster.
  bool request_wake(waiter_type& waiter) noexcept {
    cell_word current = detail::cell::of_waiter(waiter);
    // [11] release: whom to wake, written since [4], to the claim [6] or an abort.
    return waiter.place.cell().compare_exchange_strong(current, current | detail::cell::needs_wake,
                                                       std::memory_order_release, std::memory_order_relaxed);
  }

  /// Lets go of the cell of a waiter that was suspended and is completed: its own stake and its resume's.
  void settle(waiter_type& waiter) noexcept { waiter.place.give_back(2); }

  /// Lets go of the cell of a waiter that an `abort` has found awake.
  void let_go(waiter_type& waiter) noexcept { waiter.place.give_back(1); }

  /// How many pauses the last waits have taken until their resume came; kept here for the waiters' spinning.
  auto& spin_estimate() noexcept { return _spin_estimate; }

  /// Segments that exist now and stand in the list. For tests and measurements: takes the list's lock.
  std::size_t segment_count() const {
    std::size_t count = 0;
    _cells.for_each_segment([&count](const auto&) { ++count; });
    return count;
  }

  /// For whoever inspects the queue while nothing is in progress.
  const array& cells() const noexcept { return _cells; }

 private:
  enum class visit_result : std::uint8_t {
    passed,     ///< the value is handed over or left in the cell; the stake with it
    failed,     ///< sync: nobody came; the value is back, the stake given back
    refused,    ///< the value is still here; the stake is given back
    cancelled,  ///< the value is still here, and so is the stake
  };

  /// A suspend without memory has no cell to abort in. It withdraws from the primitive's count; where a
  /// resume is already on its way, the two have to meet, and the memory for that is waited for. A synchronous
  /// resume may have given up by then and count anew, so that there is nothing left to withdraw from: there,
  /// memory is waited for at once.
  template <class Hooks>
  place reserve_or_withdraw(waiter_type& waiter, const Hooks& hooks) {
    if constexpr (is_sync) {
      return _cells.template insist<detail::side::suspend>();
    } else {
      try {
        return _cells.template reserve<detail::side::suspend>();
      } catch (...) {
        if (!hooks.on_cancellation(waiter)) {
          refuse(_cells.template insist<detail::side::suspend>(), hooks);
        }
        throw;
      }
    }
  }

  template <class Hooks>
  void refuse(place p, const Hooks& hooks) noexcept {
    // Order as in [8]. Nothing but a value can be there: nobody else knows the cell from this side.
    if (p.cell().exchange(detail::cell::refused, std::memory_order_acq_rel) == detail::cell::value) {
      T value = p.payload().take();
      p.give_back(2);
      hooks.complete_refused_resume(std::move(value));
    } else {
      p.give_back(1);
    }
  }

  place next_place() noexcept {
    if constexpr (is_smart) {
      return _cells.template insist<detail::side::resume>();
    } else {
      return _cells.insist_unless_skipped();
    }
  }

  suspension meet_resume(waiter_type& waiter, cell_word current) noexcept {
    const place p = waiter.place;
    if constexpr (is_sync) {
      // [9] acq_rel: acquire as in [4]; release, so that the resume frees or returns after the value is
      // taken.
      if (current == detail::cell::broken ||
          !p.cell().compare_exchange_strong(current, detail::cell::taken, std::memory_order_acq_rel,
                                            std::memory_order_acquire)) {
        p.give_back(1);
        return suspension::broken;
      }
    }
    waiter.complete_at_once(p.payload().take());
    p.give_back(is_sync ? 1 : 2);
    return suspension::resumed;
  }

  visit_result visit(place p, T& value) noexcept {
    auto& cell = p.cell();
    // relaxed: every branch that relies on what it sees confirms it by a compare-exchange.
    cell_word current = cell.load(std::memory_order_relaxed);
    for (std::uint32_t polls = 0;;) {
      if (current == detail::cell::empty) {
        p.payload().put(std::move(value));
        // [7] release: the value, and all that the resume's caller did, to the suspend [4].
        if (cell.compare_exchange_strong(current, detail::cell::value, std::memory_order_release,
                                         std::memory_order_relaxed)) {
          return is_sync ? rendezvous(p, value) : visit_result::passed;
        }
        value = p.payload().take();
      } else if (detail::cell::is_waiter(current)) {
        // [6] acquire: the waiter's fields, from [4] and [11].
        if (cell.compare_exchange_strong(current, detail::cell::resumed, std::memory_order_acquire,
                                         std::memory_order_relaxed)) {
          detail::cell::waiter_of<waiter_type>(current).complete(current, std::move(value));
          return visit_result::passed;
        }
      } else if (current == detail::cell::cancelling) {
        if (is_sync) {
          polls++ < Options.spin_limit ? Platform::pause() : Platform::yield();
          current = cell.load(std::memory_order_relaxed);
          continue;
        }
        p.payload().put(std::move(value));
        // [10] release: as [7], to the cancellation handler [8].
        if (cell.compare_exchange_strong(current, detail::cell::delegated, std::memory_order_release,
                                         std::memory_order_relaxed)) {
          return visit_result::passed;
        }
        value = p.payload().take();
      } else if (current == detail::cell::refused) {
        p.give_back(1);
        return visit_result::refused;
      } else {
        assert(current == detail::cell::cancelled);
        return visit_result::cancelled;
      }
    }
  }

  /// The value is in the cell: waits a while for the suspend, then takes it back.
  visit_result rendezvous(place p, T& value) noexcept {
    auto& cell = p.cell();
    for (std::uint32_t polls = 0; polls < Options.spin_limit; ++polls) {
      if (cell.load(std::memory_order_acquire) != detail::cell::value) {
        p.give_back(1);
        return visit_result::passed;
      }
      Platform::pause();
    }
    cell_word current = detail::cell::value;
    if (cell.compare_exchange_strong(current, detail::cell::broken, std::memory_order_acq_rel,
                                     std::memory_order_acquire)) {  // pairs with [9]
      value = p.payload().take();
      p.give_back(1);  // its own, only now: the suspend does not wait for the value to be taken back
      return visit_result::failed;
    }
    p.give_back(1);
    return visit_result::passed;
  }

  template <bool KeepsCell, class Hooks>
  abort_result abort_unless_resumed(waiter_type& waiter, const Hooks& hooks) noexcept {
    const place p = waiter.place;
    __builtin_prefetch(p.segment, 1);  // the counts there are next: in a long queue, as far away as the cell
    auto& cell = p.cell();
    const cell_word own = detail::cell::of_waiter(waiter);
    cell_word current = cell.load(std::memory_order_relaxed);
    do {
      if ((current & ~detail::cell::needs_wake) != own) {
        return abort_result::too_late;
      }
      // acquire: what the suspended side did up to its request for a wake [11]. Nothing is to be published
      // yet: the handler's exchange [8] does that.
    } while (!cell.compare_exchange_weak(current,
                                         is_smart ? detail::cell::cancelling : detail::cell::cancelled,
                                         std::memory_order_acquire, std::memory_order_relaxed));
    const bool is_awake = current == own;
    if (KeepsCell && is_awake) {
      p.segment->stakes.fetch_add(1, std::memory_order_relaxed);  // while the waiter's own is here to hold it
    }
    if constexpr (is_smart) {
      handle_cancellation(p, waiter, hooks);
    } else {
      _cells.mark_cancelled(p);
      p.give_back(1);
    }
    return is_awake ? abort_result::aborted : abort_result::aborted_asleep;
  }

  template <class Hooks>
  void handle_cancellation(place p, waiter_type& waiter, const Hooks& hooks) noexcept {
    const bool withdrawn = hooks.on_cancellation(waiter);
    // [8] acquire: a delegated value, from [10]. release: what `on_cancellation` did, to a resume that sees
    // the word.
    const cell_word before = p.cell().exchange(withdrawn ? detail::cell::cancelled : detail::cell::refused,
                                               std::memory_order_acq_rel);
    if (before == detail::cell::delegated) {
      T value = p.payload().take();
      p.give_back(2);
      if (withdrawn) {
        // Never fails: delegation is for asynchronous, smart queues only.
        static_cast<void>(resume(value, hooks));
      } else {
        hooks.complete_refused_resume(std::move(value));
      }
      return;
    }
    if (withdrawn) {
      _cells.mark_cancelled(p);
    }
    p.give_back(1);
  }

  [[no_unique_address]] array _cells;  // for its padding: a primitive then fits into half a cache line
  typename Platform::template atomic<std::uint32_t> _spin_estimate{0};
};

}  // namespace cqs
