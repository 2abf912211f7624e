#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>

#include <cqs/detail/waiting/spin_estimate.h>
#include <cqs/synchronizer.h>

namespace cqs::detail {

/// A thread that waits: an object on its stack. It spins for as long as the last waits in this queue make
/// that seem worth while, then parks on a futex.
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
    switch (spin(queue, abort)) {
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
    return park(queue, operation, abort);
  }

 private:
  enum class outcome : std::uint8_t { completed, abort_requested, still_waiting };

  /// Pauses between two looks at a clock or a stop token.
  static constexpr std::uint32_t abort_check_interval = 16;
  /// What is tried even where spinning has not helped.
  static constexpr std::uint32_t few_pauses = 25;

  template <class Abort>
  outcome spin(Synchronizer& queue, const Abort& abort) noexcept {
    constexpr std::uint32_t most = Synchronizer::variant.park_spin_limit;
    if constexpr (most == 0) {
      return abort.requested() ? outcome::abort_requested : outcome::still_waiting;
    }
    // Loads and stores race; any of the estimates will do.
    auto& shared_estimate = queue.spin_estimate();
    const auto seen = shared_estimate.load(std::memory_order_relaxed);
    const auto estimate = spin_estimate::of(seen);
    const auto learn = [&](spin_estimate next) {
      if (next.word() != seen) {  // its line is everybody's
        shared_estimate.store(next.word(), std::memory_order_relaxed);
      }
    };
    const std::uint32_t limit =
        estimate.is_probe(cell_number()) ? most : std::min(most, 2 * estimate.pauses + few_pauses);
    for (std::uint32_t pauses = 0; pauses < limit; ++pauses) {
      if (this->is_completed()) {
        learn(estimate.after_success(pauses));
        return outcome::completed;
      }
      if (Abort::possible && pauses % abort_check_interval == 0 && abort.requested()) {
        return outcome::abort_requested;
      }
      platform_type::pause();
    }
    learn(estimate.after_failure());
    return outcome::still_waiting;
  }

  std::uint64_t cell_number() const noexcept {
    return this->place.segment->id * Synchronizer::variant.segment_size + this->place.index;
  }

  template <class Operation, class Abort>
  bool park(Synchronizer& queue, const Operation& operation, const Abort& abort) {
    {
      [[maybe_unused]] const auto interruption = abort.interrupting(this->state(), base::interrupted);
      bool may_abort = Abort::possible;
      if (queue.request_wake(*this)) {
        while (!this->is_completed()) {
          if (may_abort && abort.requested()) {
            if (queue.cancel(*this, operation)) {
              return false;
            }
            may_abort = false;  // its resume has claimed it, and will wake it
          }
          sleep(abort, may_abort);
        }
      } else {
        await_completion();
      }
    }
    queue.settle(*this);
    return true;
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
