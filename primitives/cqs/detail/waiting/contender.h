#pragma once

#include <atomic>
#include <cstdint>

#include <cqs/detail/queue/cell.h>
#include <cqs/detail/waiting/thread_waiter.h>

namespace cqs::detail {

/// A thread that waits in a queue for its turn. With its turn it gets no result: it competes for what is free, and is
/// awake then.
///
/// It spins before it enters the queue, and when it has its turn. In the queue it parks at once: others go first, and
/// the processor is theirs.
template <class Synchronizer>
class contender : public thread_waiter<Synchronizer, true> {
  using base = typename Synchronizer::waiter_type;
  using thread = thread_waiter<Synchronizer, true>;
  using platform_type = typename Synchronizer::platform_type;

 public:
  using outcome = typename thread::outcome;

  contender() noexcept : thread(base::contends) {}

  /// After the wait in the queue: whether it brought a turn, and not a result.
  bool has_turn() noexcept {
    return (this->state().load(std::memory_order_relaxed) & base::turn) != 0;  // after [state.is_completed]
  }

  static bool contends(base& waiter) noexcept {
    return (waiter.state().load(std::memory_order_relaxed) & base::contends) != 0;  // after [cell.claim]
  }

  /// Ends the sleep of a waiter, as its resume does. `claimed` is the word of its cell. The waiter may be gone
  /// afterwards.
  static void give_turn(base& waiter, cell::word claimed) noexcept {
    auto& state = waiter.state();
    // [state.give_turn] release -> [state.is_completed]: the last accesses to the waiter; mutant order-turn-relaxed
    state.store(base::completed | base::turn, std::memory_order_release);
    if ((claimed & cell::needs_wake) != 0) {
      platform_type::futex_wake_one(&state);
    }
  }

  /// Polls for a short time, as the waiting policy says.
  template <class Abort, class IsOver>
  outcome spin_briefly(Synchronizer& queue, const Abort& abort, const IsOver& is_over) noexcept {
    if (thread::policy.spin_ns > 0 && platform_type::processors() > 1) {
      return thread::spin(queue, abort, is_over);
    }
    return outcome::still_waiting;
  }

  /// Polls as long as the waiting policy lets the first waiter of a queue poll.
  template <class Abort, class IsOver>
  outcome poll_with_turn(Synchronizer& queue, const Abort& abort, const IsOver& is_over) noexcept {
    outcome result = spin_briefly(queue, abort, is_over);
    if (result == outcome::still_waiting && thread::policy.near > 0) {
      result = thread::polls::yield(is_over, abort);
    }
    if (result == outcome::still_waiting && abort.requested()) {
      return outcome::abort_requested;
    }
    return result;
  }

  /// Makes the waiter ready for another `give_turn`. Nobody else may know it.
  void await_another_turn() noexcept { this->state().store(base::waiting, std::memory_order_relaxed); }

  /// Sleeps until somebody gives the turn. Returns false if it is to abort; `give_turn` may still come then.
  template <class Abort>
  bool sleep_until_turn(const Abort& abort) {
    [[maybe_unused]] const auto interruption = abort.interrupting(this->state(), base::interrupted);
    while (!this->is_completed()) {
      if (Abort::possible && abort.requested()) {
        return false;
      }
      thread::sleep(abort, Abort::possible);
    }
    return true;
  }
};

}  // namespace cqs::detail
