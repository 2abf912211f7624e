#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include <cqs/detail/queue/cell.h>
#include <cqs/detail/queue/slot.h>
#include <cqs/detail/waiting/backoff.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// The common part of all kinds of waiter. While an operation is suspended, its cell points to such an object.
///
/// The waiter belongs to the suspended side. A resume that claims the cell owns the waiter until it has completed it. It
/// completes it by a store of `completed`, or by the wake function if the cell says `needs_wake`. That is its last access,
/// because the waiter may be gone right after.
///
/// | state         | meaning                                              | set by                            |
/// |---------------|------------------------------------------------------|-----------------------------------|
/// | `waiting`     | not yet resumed                                      | the beginning                     |
/// | `interrupted` | not yet resumed, but asked to abort                  | a stop callback, as a bit         |
/// | `completed`   | the result is there; the other bit means nothing now | the resume, or the suspend itself |
/// | `contends`    | not yet resumed; wants a turn, not a result          | a `contender`, as a bit           |
/// | `turn`        | there is no result, but a turn; with `completed`     | whoever resumes a `contender`     |
template <class T, class Place, platform Platform>
class alignas(cell::waiter_alignment) waiter {
 public:
  using state_type = typename Platform::template atomic<std::uint32_t>;
  using wake_function = void (*)(waiter&) noexcept;

  static constexpr std::uint32_t waiting = 0;
  static constexpr std::uint32_t interrupted = 1;
  static constexpr std::uint32_t completed = 2;
  static constexpr std::uint32_t contends = 4;
  static constexpr std::uint32_t turn = 8;

  explicit waiter(wake_function wake, std::uint32_t state = waiting) noexcept : _state(state), _wake(wake) {}
  waiter(const waiter&) = delete;
  waiter& operator=(const waiter&) = delete;

  // [state.is_completed] acquire <- [state.complete], [state.wake], [state.give_turn]: the result, and all before the
  // resume; mutant order-completed-load-relaxed
  bool is_completed() const noexcept { return (_state.load(std::memory_order_acquire) & completed) != 0; }

  state_type& state() noexcept { return _state; }

  /// The reserved cell; set by `suspend` before the waiter is published.
  Place place{};

  /// For the resume that has claimed the waiter (see `claimed_list`).
  typename Platform::template plain<cell::word> next_claimed;

  /// A parked thread that is woken has to wake other threads, from this one on (see `wake_tree`).
  typename Platform::template plain<cell::word> first_to_wake{cell::empty};

  /// The resume lets the waiter go. `claimed` is the word that the resume has replaced.
  void complete(cell::word claimed, T value) noexcept {
    _result.put(std::move(value));
    if ((claimed & cell::needs_wake) != 0) {
      _wake(*this);
    } else {
      // [state.complete] release -> [state.is_completed]: the result, and all before the resume;
      // mutant order-completed-store-relaxed
      _state.store(completed, std::memory_order_release);
    }
  }

  /// Call this only if a resume has claimed the waiter, or is certain to, and the waiter has not asked for a wake-up.
  /// Then completion is a few instructions away, unless the resuming thread has lost its processor.
  void await_completion() const noexcept {
    backoff<Platform> wait(16);
    while (!is_completed()) {
      wait();
    }
  }

  /// For an abort that has found the suspended side asleep.
  void wake_now() noexcept { _wake(*this); }

  /// For a suspend that has found its value in the cell. No other thread knows the waiter.
  void complete_at_once(T value) noexcept {
    _result.put(std::move(value));
    _state.store(completed, std::memory_order_relaxed);
  }

  /// Makes a waiter that was completed at once ready for another `suspend`.
  void start_anew() noexcept {
    _result.take();
    _state.store(waiting, std::memory_order_relaxed);
  }

  /// Takes the result of a completed waiter, once.
  T take_result() noexcept { return _result.take(); }

 private:
  state_type _state;
  [[no_unique_address]] slot<T, Platform> _result;
  wake_function _wake;
};

}  // namespace cqs::detail
