#pragma once

#include <cstddef>
#include <cstdint>

/// The word of a cell: suspension, resumption, cancellation and parking meet here and nowhere else.
/// The operation that changes the word by a successful read-modify-write has won: see the table.
///
/// | word         | set by                             | next                                               |
/// |--------------|------------------------------------|----------------------------------------------------|
/// | `empty`      | the beginning                      | waiter (suspend), `value` (resume),                |
/// |              |                                    | `awaited` (see `peekable_queue`)                   |
/// | `awaited`    | a peek that came first             | waiter (suspend, which tells the primitive)        |
/// | waiter       | suspend                            | waiter that needs a wake (its thread parks; back   |
/// |              |                                    | when it was woken ahead of its turn),              |
/// |              |                                    | `resumed` (resume), `cancelling` (smart abort),    |
/// |              |                                    | `cancelled` (simple abort)                         |
/// | `value`      | resume that came first             | `taken` (suspend, sync), `broken` (resume, sync);  |
/// |              |                                    | async: final, the suspend takes the value          |
/// | `taken`      | suspend, sync                      | final                                              |
/// | `broken`     | resume, sync: no suspend came      | final: suspend and resume both start again         |
/// | `resumed`    | resume                             | final                                              |
/// | `cancelling` | abort, smart                       | `cancelled`, `refused`, waiter (the abort's        |
/// |              |                                    | handler), `delegated` (resume, async)              |
/// | `delegated`  | resume: its value is the handler's | `cancelled`, `refused` (the handler), or final:    |
/// |              |                                    | the waiter takes the value                         |
/// | `cancelled`  | abort                              | final: a resume skips it (smart) or fails (simple) |
/// | `refused`    | abort, smart: a resume was coming  | final: that resume completes as refused            |
namespace cqs::detail::cell {

using word = std::uint64_t;

constexpr word empty = 0;

// A waiter's word is its address, so every other word is odd. A waiter's alignment leaves bits 1 and 2 free.
constexpr word value = 0x01;
constexpr word taken = 0x11;
constexpr word broken = 0x21;
constexpr word resumed = 0x31;
constexpr word cancelling = 0x41;
constexpr word delegated = 0x51;
constexpr word cancelled = 0x61;
constexpr word refused = 0x71;
constexpr word awaited = 0x81;

/// Set in a waiter's word if the resume must call the waiter's wake function, not just store its state.
constexpr word needs_wake = 0x4;
/// Set as well if the waiter is a parked thread. Another thread may then wake it ahead of its turn.
constexpr word parked = 0x2;
constexpr word flags = needs_wake | parked;
constexpr std::size_t waiter_alignment = 8;

constexpr bool is_waiter(word w) noexcept {
  return w != empty && (w & 1) == 0;
}

/// Whether the word is that of a parked thread.
constexpr bool is_parked(word w) noexcept {
  return (w & (parked | 1)) == parked;
}

template <class Waiter>
word of_waiter(const Waiter& waiter) noexcept {
  static_assert(alignof(Waiter) >= waiter_alignment);
  return reinterpret_cast<word>(&waiter);
}

template <class Waiter>
Waiter& waiter_of(word w) noexcept {
  return *reinterpret_cast<Waiter*>(w & ~flags);
}

}  // namespace cqs::detail::cell
