#pragma once

#include <atomic>
#include <optional>
#include <type_traits>
#include <utility>

#include <cqs/detail/queue/cell.h>
#include <cqs/detail/queue/infinite_array.h>
#include <cqs/detail/unit.h>
#include <cqs/options.h>
#include <cqs/platform/platform.h>
#include <cqs/synchronizer.h>

namespace cqs::detail {

/// A queue whose first waiter may be looked at before it is resumed. Each waiter leaves a note in its cell, which says
/// what it waits for. Until it is claimed, the first waiter may abort like any other.
///
/// No resume comes before its suspend. A peek that does leaves a mark in the cell, and `enqueue` returns this mark: the
/// primitive has to look again. Only one thread at a time may `peek` and `claim_first`; the primitive orders these
/// threads. An abort needs no such order.
template <class Note, options Options, platform Platform>
class peekable_queue : public synchronizer<unit, Options, Platform, Note> {
  using base = synchronizer<unit, Options, Platform, Note>;
  using place = typename base::place;

 public:
  using waiter_type = typename base::waiter_type;

  constexpr peekable_queue() noexcept = default;
  peekable_queue(const peekable_queue&) = delete;
  peekable_queue& operator=(const peekable_queue&) = delete;
  constexpr ~peekable_queue() {
    if (std::is_constant_evaluated()) {
      return;  // a constant has no segments
    }
    forget_first();
  }

  /// Puts the waiter at the end of the queue. Returns true if a peek has come to its cell before.
  template <class Hooks>
  bool enqueue(waiter_type& waiter, Note note, const Hooks& hooks) {
    waiter.place = this->reserve_or_withdraw(waiter, hooks);
    waiter.place.leave_note(note);
    // [cell.appear] release -> [cell.peek], [cell.claim_first]: the note, and the waiter's fields;
    // mutant order-appear-relaxed
    return waiter.place.cell().exchange(cell::of_waiter(waiter), std::memory_order_release) == cell::awaited;
  }

  /// The note of the first waiter that has not aborted. None if a suspend is on its way to the next cell.
  std::optional<Note> peek() noexcept {
    for (;;) {
      place& first = _first.write();
      if (first.segment == nullptr) {
        first = this->own_cells().template insist<side::resume>();
      }
      // [cell.peek] acquire <- [cell.appear]: the note; mutant order-peek-relaxed
      const cell::word current = first.cell().load(std::memory_order_acquire);
      if (current == cell::empty && !mark_as_awaited(first)) {
        continue;  // the waiter has just come
      }
      if (current == cell::empty || current == cell::awaited) {
        return std::nullopt;
      }
      if (cell::is_waiter(current)) {
        return first.note();
      }
      this->own_cells().skip_cancelled(std::exchange(first, {}));
    }
  }

  /// Claims the waiter that `peek` has found, for the caller to complete. Returns the word of its cell, or `empty` if it
  /// has aborted.
  cell::word claim_first() noexcept {
    place& first = _first.write();
    cell::word current = first.cell().load(std::memory_order_relaxed);
    while (cell::is_waiter(current)) {
      // [cell.claim_first] acquire <- [cell.appear], [cell.request_wake]: the waiter's fields;
      // mutant order-claim-first-relaxed
      if (first.cell().compare_exchange_strong(current, cell::resumed, std::memory_order_acquire,
                                               std::memory_order_relaxed)) {
        first = {};  // the waiter gives this stake back, with its own
        return current;
      }
    }
    return cell::empty;
  }

 private:
  static bool mark_as_awaited(place p) noexcept {
    cell::word current = cell::empty;
    // relaxed: the mark hands nothing over.
    return p.cell().compare_exchange_strong(current, cell::awaited, std::memory_order_relaxed,
                                            std::memory_order_relaxed);
  }

  void forget_first() noexcept {
    if (const place first = _first.read(); first.segment != nullptr) {
      first.give_back(1);
    }
  }

  /// The cell of the first waiter, if it is known, with the stake of its resume.
  typename Platform::template plain<place> _first{};
};

}  // namespace cqs::detail
