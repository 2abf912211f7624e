#pragma once

#include <atomic>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <cqs/detail/exceptions.h>
#include <cqs/detail/queue/cell.h>
#include <cqs/detail/queue/infinite_array.h>
#include <cqs/detail/unit.h>
#include <cqs/detail/waiting/backoff.h>
#include <cqs/detail/waiting/claimed_waiters.h>
#include <cqs/detail/waiting/trampoline.h>
#include <cqs/detail/waiting/waiter.h>
#include <cqs/detail/waiting/wake_ahead.h>
#include <cqs/options.h>
#include <cqs/platform/native.h>

namespace cqs {

/// The result of a `suspend`.
enum class suspension : std::uint8_t {
  suspended,  ///< the waiter is in the queue
  resumed,    ///< a `resume` came first: the waiter is completed and has its result
  broken,     ///< a synchronous `resume` gave the cell up: start the whole operation again
};

/// The result of an abort.
enum class abort_result : std::uint8_t {
  too_late,        ///< the waiter is resumed, is certain to be resumed, or was aborted before
  aborted,         ///< the suspended side has not asked for a wake-up: it will notice, and has to `let_go`
  aborted_asleep,  ///< the suspended side has asked for a wake-up: the caller must wake it
};

/// The functions of a primitive that the queue calls (listing 4). `on_cancellation` takes one waiter out of the
/// primitive's own count. It returns false if a `resume` is already on its way to the waiter. The waiter then refuses
/// that `resume`, and `complete_refused_resume` disposes of its value.
///
/// Hooks whose member `never_refuses` is true do not refuse a `resume`: if it is on its way, the abort is too late,
/// and the waiter gets the value. A primitive needs this if one operation resumes many waiters and the object may be
/// destroyed when all of them are gone. Otherwise a waiter that refuses could leave, and the object could end, while
/// the operation still looks for that waiter's cell.
template <class H, class T, class Waiter>
concept suspension_hooks = requires(const H& hooks, T value, Waiter& waiter) {
  { hooks.on_cancellation(waiter) }
  noexcept->std::same_as<bool>;
  { hooks.complete_refused_resume(std::move(value)) }
  noexcept;
};

template <class H>
concept never_refusing = H::never_refuses;

/// Hooks whose `on_cancellation` resumes waiters. The resumed coroutines must not run before the abort is over.
template <class H>
concept resuming_on_cancellation = H::resumes_on_cancellation;

/// Hooks that pass on, by themselves, a value that an abort has found in its cell.
template <class H, class T>
concept passing_on = requires(const H& hooks, T value) {
  { hooks.pass_on(std::move(value)) }
  noexcept;
};

/// One kind of operation that may have to wait, for any kind of waiter: a thread, a request, a coroutine, a fiber.
/// `start` does the operation, or puts the waiter into `queue()`. It returns true if the waiter is completed.
/// `take_back` undoes an operation whose result was not taken. The object that started a waiter is also its hooks,
/// so an operation may keep data of the wait in this object.
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
/// A primitive keeps a count of its own. If the count shows that the caller has to wait, the primitive calls `suspend`.
/// If it shows that an operation waits, or is about to, the primitive calls `resume`. Any waiter derived from
/// `waiter_type` may wait in the queue. Each call passes the hooks, so the queue holds no pointer to its primitive.
///
/// Progress: `suspend` and `resume` are lock-free, apart from the change of segments, which takes a short lock. A
/// synchronous `resume` waits for a cancellation in progress, and a synchronous `suspend` may have to start again. An
/// abort costs O(1), for any length of the queue; so does a `resume` past any number of smartly cancelled waiters.
///
/// Memory: see `detail::infinite_array`. The first suspension is the first to allocate. A `suspend` without memory
/// throws `std::bad_alloc` and leaves the primitive as if it had been aborted. A `resume` waits for memory, and so does
/// a synchronous `suspend`.
///
/// `Note` is for `detail::peekable_queue`.
///
/// Listings 2, 6, 10, 12 of the paper; docs/design.md explains the differences.
template <class T, options Options = options{}, platform Platform = native, class Note = detail::no_note>
class synchronizer {
  static constexpr bool is_sync = Options.resumption == resumption::sync;
  static constexpr bool is_smart = Options.cancellation == cancellation::smart;

  using array = detail::infinite_array<T, Options.segment_size, !is_smart, Platform, Note>;
  using cell_word = detail::cell::word;
  using wake_ahead =
      detail::wake_ahead<detail::waiter<T, typename array::place, Platform>, Options, Platform>;

 protected:
  using place = typename array::place;

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
    // [cell.install] release -> [cell.claim]: the waiter's fields; mutant order-install-relaxed
    // else acquire <- [cell.put]: the value found there; mutant order-install-failure-relaxed
    if (cell.compare_exchange_strong(current, detail::cell::of_waiter(waiter), std::memory_order_release,
                                     std::memory_order_acquire)) {
      return suspension::suspended;
    }
    return meet_resume(waiter, current);
  }

  /// Hands `value` to the first waiter that has not aborted, or leaves it for the next `suspend`. Returns false, with
  /// the value back in `value`, if the primitive has to repeat its whole operation: in simple cancellation for each
  /// aborted waiter, in synchronous resumption if no `suspend` came.
  template <suspension_hooks<T, waiter_type> Hooks>
  [[nodiscard]] bool resume(T& value, const Hooks& hooks) noexcept {
    for (;;) {
      const place p = next_place();
      if (p.segment == nullptr) {
        return false;
      }
      const auto complete_and_wake_ahead = [this, p](cell_word claimed, T element) {
        const wake_ahead ahead(p, _history);
        complete(claimed, std::move(element));
        ahead.wake();
      };
      switch (visit(p, value, complete_and_wake_ahead)) {
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

  /// What became of the value of a `claim`.
  enum class claim_result : std::uint8_t {
    claimed,  ///< it is still here, and is meant for the claimed waiter
    left,     ///< it is in the cell of a waiter that takes it from there, or of an abort that passes it on
    refused,  ///< it is still here: the waiter has aborted and is no longer counted
  };

  /// A `resume` in which the caller completes the waiter. `claimed` becomes the word of the waiter's cell. The waiter
  /// cannot leave, and cannot abort, before the caller completes it.
  [[nodiscard]] claim_result claim(T& value, cell_word& claimed) noexcept requires(is_smart && !is_sync) {
    const auto complete_later = [&](cell_word waiter, T element) {
      claimed = waiter;
      value = std::move(element);
    };
    claimed = detail::cell::empty;
    for (;;) {
      const place p = next_place();
      switch (visit(p, value, complete_later)) {
        case visit_result::passed:
        case visit_result::failed:
          return claimed == detail::cell::empty ? claim_result::left : claim_result::claimed;
        case visit_result::refused:
          return claim_result::refused;
        case visit_result::cancelled:
          _cells.skip_cancelled(p);
      }
    }
  }

  /// Completes a waiter that `claim` has claimed. The waiter may be gone afterwards.
  static void complete(cell_word claimed, T value) noexcept {
    detail::cell::waiter_of<waiter_type>(claimed).complete(claimed, std::move(value));
  }

  /// `count` times `resume`, in fewer steps, for a primitive that resumes all counted waiters at once. It completes the
  /// first waiter only when it has found the last. From then on it does not use the queue. It makes few system calls, since
  /// the threads that it wakes wake others.
  template <suspension_hooks<T, waiter_type> Hooks>
  requires std::same_as<T, unit> && is_smart void resume_all(std::size_t count, const Hooks& hooks) noexcept {
    if (count == 0) {
      return;
    }
    const detail::held_resumptions<Platform> held(count > 1);
    detail::claimed_waiters<waiter_type, Options.waiting.fan_out> claimed;
    const auto complete_later = [&claimed](cell_word waiter, unit /*value*/) { claimed.add(waiter); };
    unit value;
    while (count > 0) {
      const auto some = _cells.insist_on_some(count);
      for (std::size_t i = some.first; i < some.first + some.count; ++i) {
        const place p{some.segment, i};
        switch (visit(p, value, complete_later)) {
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

  /// Aborts a suspended waiter. Any thread may call this while the waiter lives. Returns false if the waiter was
  /// aborted before, or if its resume has completed it or is about to.
  template <suspension_hooks<T, waiter_type> Hooks>
  bool cancel(waiter_type& waiter, const Hooks& hooks) noexcept {
    const detail::held_resumptions<Platform> held(resuming_on_cancellation<Hooks>);
    return abort_unless_resumed<abort_by::itself>(waiter, hooks) != abort_result::too_late;
  }

  /// The same for a waiter that is about to be destroyed. Returns false if it has been completed.
  template <suspension_hooks<T, waiter_type> Hooks>
  bool leave(waiter_type& waiter, const Hooks& hooks) noexcept {
    const detail::held_resumptions<Platform> held(resuming_on_cancellation<Hooks>);
    return abort_unless_resumed<abort_by::destructor>(waiter, hooks) != abort_result::too_late;
  }

  /// The same while the suspended side may still be about to ask for a wake-up, and so needs its cell.
  template <suspension_hooks<T, waiter_type> Hooks>
  abort_result abort(waiter_type& waiter, const Hooks& hooks) noexcept {
    return abort_unless_resumed<abort_by::another>(waiter, hooks);
  }

  /// Asks for a wake-up: the waiter stops polling its state, so its resume has to wake it. Returns false if a resume
  /// has already claimed the waiter and is about to complete it, or if an abort was faster.
  bool request_wake(waiter_type& waiter, cell_word flags = detail::cell::needs_wake) noexcept {
    cell_word current = detail::cell::of_waiter(waiter);
    // [cell.request_wake] release -> [cell.claim], [cell.claim_first], [cell.abort]: the data for the wake-up, since
    // [cell.install] or [cell.appear]; mutant order-request-wake-relaxed
    return waiter.place.cell().compare_exchange_strong(current, current | flags, std::memory_order_release,
                                                       std::memory_order_relaxed);
  }

  /// Takes the request of a parked thread back: the thread polls its state again. False if a resume has claimed the
  /// waiter and is about to wake it.
  bool withdraw_wake_request(waiter_type& waiter) noexcept {
    const cell_word own = detail::cell::of_waiter(waiter);
    cell_word current = own | detail::cell::flags;
    // relaxed: as a read-modify-write, it continues the releases of [cell.install] and [cell.request_wake].
    return waiter.place.cell().compare_exchange_strong(current, own, std::memory_order_relaxed,
                                                       std::memory_order_relaxed);
  }

  /// How many waiters, roughly, stand before this one.
  std::size_t waiters_before(const waiter_type& waiter) const noexcept {
    return _cells.cells_before(waiter.place);
  }

  /// Gives back the cell of a completed waiter that was suspended: its own stake and its resume's.
  void settle(waiter_type& waiter) noexcept { waiter.place.give_back(2); }

  /// Gives back the cell of a waiter that an `abort` has found awake.
  void let_go(waiter_type& waiter) noexcept { waiter.place.give_back(1); }

  /// What the waiters have learned (see `detail::wait_history`).
  auto& history() noexcept { return _history; }

  /// Returns the number of segments in the list. For tests and measurements: takes the list's lock.
  std::size_t segment_count() const {
    std::size_t count = 0;
    _cells.for_each_segment([&count](const auto&) { ++count; });
    return count;
  }

  /// For tests that inspect the queue while no operation is in progress.
  const array& cells() const noexcept { return _cells; }

 protected:
  /// A suspend without memory has no cell in which to abort. It withdraws from the primitive's count. If a resume is
  /// already on its way, the two must meet, so the suspend waits for memory. A synchronous resume may give up
  /// meanwhile and count again, so that there is nothing left to withdraw from. So a synchronous suspend waits for
  /// memory at once.
  template <class Hooks>
  place reserve_or_withdraw(waiter_type& waiter, const Hooks& hooks) {
    if constexpr (is_sync) {
      return _cells.template insist<detail::side::suspend>();
    } else {
      CQS_DETAIL_TRY {
        return _cells.template reserve<detail::side::suspend>();
      }
      CQS_DETAIL_CATCH(...) {
        if (!hooks.on_cancellation(waiter)) {
          const place p = _cells.template insist<detail::side::suspend>();
          hooks.complete_refused_resume(await_resume(p, detail::cell::empty));
        }
        CQS_DETAIL_RETHROW;
      }
    }
  }

  array& own_cells() noexcept { return _cells; }

 private:
  enum class visit_result : std::uint8_t {
    passed,     ///< the value is handed over or left in the cell, and the stake with it
    failed,     ///< sync: no suspend came; the value is back, the stake is given back
    refused,    ///< the value is still here; the stake is given back
    cancelled,  ///< the value is still here, and so is the stake
  };

  /// Waits, in place of a waiter that is gone, for the resume that is certain to come to its cell. `expected` is the
  /// cell's word until then.
  T await_resume(place p, cell_word expected) noexcept {
    auto& cell = p.cell();
    waiter_type substitute(nullptr);
    // [cell.substitute] release -> [cell.claim]: the fields of the substitute; mutant order-substitute-relaxed
    // else acquire <- [cell.put], [cell.delegate]: the value; mutant order-substitute-failure-relaxed
    if (cell.compare_exchange_strong(expected, detail::cell::of_waiter(substitute), std::memory_order_release,
                                     std::memory_order_acquire)) {
      substitute.await_completion();
      p.give_back(2);
      return substitute.take_result();
    }
    T value = p.payload().take();
    p.give_back(2);
    return value;
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
      // relaxed: [cell.install] has acquired the value. The resume takes nothing from its suspend.
      if (current == detail::cell::broken ||
          !p.cell().compare_exchange_strong(current, detail::cell::taken, std::memory_order_relaxed,
                                            std::memory_order_relaxed)) {
        p.give_back(1);
        return suspension::broken;
      }
    }
    waiter.complete_at_once(p.payload().take());
    p.give_back(is_sync ? 1 : 2);
    return suspension::resumed;
  }

  /// Calls `complete(word, value)` with the word of the waiter that the cell held.
  template <class Complete>
  visit_result visit(place p, T& value, const Complete& complete) noexcept {
    auto& cell = p.cell();
    // relaxed: every branch that relies on what it sees confirms it by a compare-exchange.
    cell_word current = cell.load(std::memory_order_relaxed);
    detail::backoff<Platform> wait(Options.spin_limit);
    for (;;) {
      if (current == detail::cell::empty) {
        p.payload().put(std::move(value));
        // [cell.put] release -> [cell.install], [cell.substitute]: the value, and all that the resume's caller did;
        // mutant order-put-relaxed
        if (cell.compare_exchange_strong(current, detail::cell::value, std::memory_order_release,
                                         std::memory_order_relaxed)) {
          return is_sync ? rendezvous(p, value) : visit_result::passed;
        }
        value = p.payload().take();
      } else if (detail::cell::is_waiter(current)) {
        // [cell.claim] acquire <- [cell.install], [cell.request_wake], [cell.substitute]: the waiter's fields;
        // mutant order-claim-relaxed
        if (cell.compare_exchange_strong(current, detail::cell::resumed, std::memory_order_acquire,
                                         std::memory_order_relaxed)) {
          complete(current, std::move(value));
          return visit_result::passed;
        }
      } else if (current == detail::cell::cancelling) {
        if (is_sync) {
          wait();
          current = cell.load(std::memory_order_relaxed);
          continue;
        }
        p.payload().put(std::move(value));
        // [cell.delegate] release -> [cell.cancel], [cell.refuse], [cell.stay], [cell.substitute]: as [cell.put];
        // mutant order-delegate-relaxed
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

  /// The value is in the cell: waits a while for the suspend, then takes the value back.
  visit_result rendezvous(place p, T& value) noexcept {
    auto& cell = p.cell();
    for (std::uint32_t polls = 0; polls < Options.spin_limit; ++polls) {
      if (cell.load(std::memory_order_relaxed) != detail::cell::value) {
        p.give_back(1);
        return visit_result::passed;
      }
      Platform::pause();
    }
    cell_word current = detail::cell::value;
    // relaxed: this thread itself put the value there. `taken` only means that a suspend has it.
    if (cell.compare_exchange_strong(current, detail::cell::broken, std::memory_order_relaxed,
                                     std::memory_order_relaxed)) {
      value = p.payload().take();
      p.give_back(1);  // only now: the suspend does not wait until the value is taken back
      return visit_result::failed;
    }
    p.give_back(1);
    return visit_result::passed;
  }

  /// The caller of an abort. This decides which threads may use the waiter's cell and memory meanwhile.
  enum class abort_by : std::uint8_t {
    itself,     ///< the suspended side aborts
    another,    ///< the suspended side may still be about to ask for a wake-up, and so needs its cell
    destructor  ///< the waiter is about to be destroyed: no resume may complete it later
  };

  template <abort_by By, class Hooks>
  abort_result abort_unless_resumed(waiter_type& waiter, const Hooks& hooks) noexcept {
    const place p = waiter.place;
    __builtin_prefetch(p.segment,
                       1);  // its counts are next; in a long queue neither they nor the cell are cached
    auto& cell = p.cell();
    const cell_word own = detail::cell::of_waiter(waiter);
    cell_word current = cell.load(std::memory_order_relaxed);
    do {
      if ((current & ~detail::cell::flags) != own) {
        return abort_result::too_late;
      }
      // [cell.abort] acquire <- [cell.request_wake]: what the suspended side did up to its request;
      // mutant order-abort-relaxed
    } while (!cell.compare_exchange_weak(current,
                                         is_smart ? detail::cell::cancelling : detail::cell::cancelled,
                                         std::memory_order_acquire, std::memory_order_relaxed));
    const bool is_awake = current == own;
    const std::int64_t stakes =
        By == abort_by::another && is_awake ? 0 : 1;  // otherwise the suspended side gives its stake back
    if constexpr (!is_smart) {
      _cells.mark_cancelled(p);
      p.give_back(stakes);
    } else if (hooks.on_cancellation(waiter)) {
      leave_cancelled_cell(p, stakes, hooks);
    } else if constexpr (!never_refusing<Hooks>) {
      leave_refused_cell(p, stakes, hooks);
    } else if constexpr (By == abort_by::destructor) {
      hooks.complete_refused_resume(await_resume(p, detail::cell::cancelling));
    } else {
      stay(waiter, current);
      return abort_result::too_late;
    }
    return is_awake ? abort_result::aborted : abort_result::aborted_asleep;
  }

  /// The waiter has left the count. A value that a resume has left in the cell is meant for another waiter.
  template <class Hooks>
  void leave_cancelled_cell(place p, std::int64_t stakes, const Hooks& hooks) noexcept {
    // [cell.cancel] acquire <- [cell.delegate]: the value; mutant order-cancel-relaxed
    // No release: a resume that finds the cell cancelled reads the word alone.
    if (p.cell().exchange(detail::cell::cancelled, std::memory_order_acquire) == detail::cell::delegated) {
      T value = p.payload().take();
      p.give_back(1 + stakes);
      if constexpr (passing_on<Hooks, T>) {
        hooks.pass_on(std::move(value));
      } else {
        // Never fails: delegation is for asynchronous, smart queues only.
        static_cast<void>(resume(value, hooks));
      }
      return;
    }
    _cells.mark_cancelled(p);
    p.give_back(stakes);
  }

  /// A resume is on its way to the waiter, which refuses it.
  template <class Hooks>
  void leave_refused_cell(place p, std::int64_t stakes, const Hooks& hooks) noexcept {
    // [cell.refuse] acquire <- [cell.delegate]: the value; mutant order-refuse-relaxed
    if (p.cell().exchange(detail::cell::refused, std::memory_order_acquire) == detail::cell::delegated) {
      T value = p.payload().take();
      p.give_back(1 + stakes);
      hooks.complete_refused_resume(std::move(value));
      return;
    }
    p.give_back(stakes);
  }

  /// A resume is on its way to the waiter, which accepts it: undoes the first step of the abort.
  void stay(waiter_type& waiter, cell_word word) noexcept {
    const place p = waiter.place;
    cell_word current = detail::cell::cancelling;
    // [cell.stay] acquire <- [cell.delegate]; argued failure-order-stronger
    // else acquire <- [cell.delegate]: the value; mutant order-stay-failure-relaxed
    // No release: a read-modify-write keeps the releases of [cell.install] and [cell.request_wake] alive.
    if (!p.cell().compare_exchange_strong(current, word, std::memory_order_acquire,
                                          std::memory_order_acquire)) {
      waiter.complete(word, p.payload().take());
    }
  }

  [[no_unique_address]] array _cells;  // its padding is used: a primitive then fits into half a cache line
  typename Platform::template atomic<std::uint32_t> _history{0};
};

}  // namespace cqs
