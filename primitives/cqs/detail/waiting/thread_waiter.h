#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include <cqs/detail/queue/cell.h>
#include <cqs/detail/unit.h>
#include <cqs/detail/waiting/polling.h>
#include <cqs/detail/waiting/spin_budget.h>
#include <cqs/detail/waiting/wait_history.h>
#include <cqs/detail/waiting/wake_tree.h>
#include <cqs/synchronizer.h>

namespace cqs::detail {

/// A thread that waits: an object on its stack. It spins, yields and parks as `waiting` says; if `ParksAtOnce`, it
/// only parks.
template <class Synchronizer, bool ParksAtOnce = false>
class thread_waiter : public Synchronizer::waiter_type {
  using base = typename Synchronizer::waiter_type;
  using platform_type = typename Synchronizer::platform_type;

 public:
  using base::await_completion;

  explicit thread_waiter(std::uint32_t state = base::waiting) noexcept : base(&wake, state) {}

  /// Blocks the calling thread until the suspended waiter is resumed, or aborts; true if it was resumed.
  template <class Operation, class Abort>
  bool wait(const Operation& operation, const Abort& abort) {
    Synchronizer& queue = operation.queue();
    for (bool woken_ahead = false;; woken_ahead = true) {
      const outcome polled = poll(queue, abort);
      if (woken_ahead) {
        learn(queue, wait_history::of(queue.history().load(std::memory_order_relaxed))
                         .after_wake_ahead(polled == outcome::still_waiting));
      }
      switch (polled) {
        case outcome::completed:
          queue.settle(*this);
          return true;
        case outcome::abort_requested:
          if (queue.cancel(*this, operation)) {
            return false;
          }
          await_completion();
          queue.settle(*this);
          return true;
        case outcome::still_waiting:
          break;
      }
      switch (park(queue, operation, abort)) {
        case outcome::completed:
          queue.settle(*this);
          return true;
        case outcome::abort_requested:
          return false;
        case outcome::still_waiting:  // woken ahead of its turn
          break;
      }
    }
  }

 protected:
  static constexpr waiting policy = Synchronizer::variant.waiting;
  using polls = polling<policy, platform_type>;
  using outcome = typename polls::outcome;

  /// Waits without parking, as long as the thread's position in the queue is worth it.
  template <class Abort>
  outcome poll(Synchronizer& queue, const Abort& abort) noexcept {
    if constexpr (policy.near > 0 && !ParksAtOnce) {
      const auto is_over = [this] { return this->is_completed(); };
      const std::size_t before = queue.waiters_before(*this);
      outcome result = outcome::still_waiting;
      if (policy.spin_ns > 0 && before + 1 < platform_type::processors()) {
        result = spin(queue, abort, is_over);
      }
      if (result == outcome::still_waiting && is_near(before)) {
        result = polls::yield(is_over, abort);
      }
      if (result != outcome::still_waiting) {
        return result;
      }
    }
    return abort.requested() ? outcome::abort_requested : outcome::still_waiting;
  }

  static void learn(Synchronizer& queue, wait_history next) noexcept {
    auto& history = queue.history();
    if (history.load(std::memory_order_relaxed) != next.word()) {  // all waiters read its line
      history.store(next.word(), std::memory_order_relaxed);
    }
  }

  static bool is_near(std::size_t before) noexcept {
    return before < policy.near || before < platform_type::processors();
  }

  template <class Abort, class IsOver>
  static outcome spin(Synchronizer& queue, const Abort& abort, const IsOver& is_over) noexcept {
    const auto history = wait_history::of(queue.history().load(std::memory_order_relaxed));
    const spin_budget budget(policy, history.spin_level);
    const auto [end, taken] = polls::spin(budget.time(), is_over, abort);
    if (end != outcome::abort_requested) {
      learn(queue, {end == outcome::completed ? budget.after_success(taken) : budget.after_failure(),
                    history.wakes_in_vain});
    }
    return end;
  }

  /// Sleeps until the waiter is resumed, is aborted, or is woken ahead of its turn.
  template <class Operation, class Abort>
  outcome park(Synchronizer& queue, const Operation& operation, const Abort& abort) {
    [[maybe_unused]] const auto interruption = abort.interrupting(this->state(), base::interrupted);
    bool may_abort = Abort::possible;
    if (!queue.request_wake(*this, cell::flags)) {
      await_completion();
      return outcome::completed;
    }
    while (!this->is_completed()) {
      if (may_abort && abort.requested()) {
        if (queue.cancel(*this, operation)) {
          return outcome::abort_requested;
        }
        may_abort = false;  // its resume has claimed it, and will wake it
      }
      sleep(abort, may_abort);
      if (policy.wake_ahead > 0 && !this->is_completed() && !(may_abort && abort.requested()) &&
          is_near(queue.waiters_before(*this)) && queue.withdraw_wake_request(*this)) {
        return outcome::still_waiting;
      }
    }
    wake_others();
    return outcome::completed;
  }

  /// The resume of many may have left it to this thread to wake some of them.
  void wake_others() noexcept {
    if constexpr (policy.fan_out > 0 && std::is_same_v<typename Synchronizer::value_type, unit>) {
      wake_tree<base, policy.fan_out>::wake_from(this->first_to_wake.read());
    }
  }

  template <class Abort>
  void sleep(const Abort& abort, bool may_abort) noexcept {
    const std::uint32_t seen = this->state().load(std::memory_order_relaxed);
    if ((seen & base::completed) != 0) {
      return;
    }
    if (!may_abort) {
      platform_type::futex_wait(this->state(), seen);
    } else if ((seen & base::interrupted) == 0) {
      abort.sleep(this->state(), seen);
    }
  }

  static void wake(base& waiter) noexcept {
    auto& state = waiter.state();
    // [state.wake] release -> [state.is_completed]: the result, and all before the resume;
    // mutant order-wake-store-relaxed
    state.store(base::completed, std::memory_order_release);
    platform_type::futex_wake_one(&state);  // an address by now; the waiter may be gone
  }
};

/// Runs an operation to its end in the calling thread; nothing if it was aborted. The caller has tried it before.
template <class Operation, class Abort>
std::optional<typename Operation::queue_type::value_type> run_in_thread(Operation operation,
                                                                        const Abort& abort) {
  if (abort.leaves_no_time()) {
    return std::nullopt;
  }
  thread_waiter<typename Operation::queue_type> waiter;
  if (operation.start(waiter) || waiter.wait(operation, abort)) {
    return waiter.take_result();
  }
  return std::nullopt;
}

}  // namespace cqs::detail
