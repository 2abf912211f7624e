#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <cqs/detail/queue/cell.h>
#include <cqs/detail/waiting/spin_budget.h>
#include <cqs/detail/waiting/wait_history.h>
#include <cqs/synchronizer.h>

namespace cqs::detail {

/// A thread that waits: an object on its stack. It spins, yields and parks as `waiting` says.
template <class Synchronizer>
class thread_waiter : public Synchronizer::waiter_type {
  using base = typename Synchronizer::waiter_type;
  using platform_type = typename Synchronizer::platform_type;
  using base::await_completion;

 public:
  thread_waiter() noexcept : base(&wake) {}

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

 private:
  enum class outcome : std::uint8_t { completed, abort_requested, still_waiting };

  static constexpr waiting policy = Synchronizer::variant.waiting;

  /// Waits without parking, as long as the thread's position in the queue is worth it.
  template <class Abort>
  outcome poll(Synchronizer& queue, const Abort& abort) noexcept {
    if constexpr (policy.near > 0) {
      const std::size_t before = queue.waiters_before(*this);
      outcome result = outcome::still_waiting;
      if (policy.spin_ns > 0 && before + 1 < platform_type::processors()) {
        result = spin(queue, abort);
      }
      if (result == outcome::still_waiting && is_near(before)) {
        result = yield(abort);
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

  template <class Abort>
  outcome spin(Synchronizer& queue, const Abort& abort) noexcept {
    using clock = typename platform_type::clock;
    const auto history = wait_history::of(queue.history().load(std::memory_order_relaxed));
    const spin_budget budget(policy, history.spin_level);
    // Most spins end before the first look at the clock.
    std::optional<typename clock::time_point> start;
    std::chrono::nanoseconds taken{0};
    for (;;) {
      if (Abort::possible && abort.requested()) {
        return outcome::abort_requested;
      }
      for (std::uint32_t pauses = 0; pauses < policy.look_interval; ++pauses) {
        if (this->is_completed()) {
          learn(queue, {budget.after_success(taken), history.wakes_in_vain});
          return outcome::completed;
        }
        platform_type::pause();
      }
      const auto now = clock::now();
      if (!start) {
        start = now;
      }
      taken = now - *start;
      if (taken >= budget.time()) {
        learn(queue, {budget.after_failure(), history.wakes_in_vain});
        return outcome::still_waiting;
      }
    }
  }

  template <class Abort>
  outcome yield(const Abort& abort) noexcept {
    for (std::uint32_t yields = 0; yields < policy.yields; ++yields) {
      if (Abort::possible && abort.requested()) {
        return outcome::abort_requested;
      }
      platform_type::yield();
      if (this->is_completed()) {
        return outcome::completed;
      }
    }
    return outcome::still_waiting;
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
    return outcome::completed;
  }

  template <class Abort>
  void sleep(const Abort& abort, bool may_abort) noexcept {
    const std::uint32_t seen = this->state().load(std::memory_order_relaxed);
    if ((seen & base::completed) != 0) {
      return;
    }
    if (!may_abort) {
      platform_type::futex_wait(this->state(), seen);
    } else if (seen == base::waiting) {
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
