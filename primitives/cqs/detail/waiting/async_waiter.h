#pragma once

#include <cstdint>
#include <utility>

#include <cqs/detail/waiting/trampoline.h>
#include <cqs/synchronizer.h>

namespace cqs::detail {

/// A wait that blocks no thread: the common part of coroutines and fibers. It has the steps of a thread's wait, with a
/// wake function in place of the futex:
///
/// 1. `start` does the operation, or puts the waiter into the queue. A resume that comes now only stores its result.
/// 2. `park` subscribes to the stop request, then asks for a wake-up. From then on, a resume and a stop request compete
///    for the cell. The winner owns the waiter and calls the wake function.
/// 3. The woken side calls `finish`. This first ends the subscription, because a stop request may be looking at the cell
///    at that moment. Then it gives the cell back.
template <class Operation, class Abort>
class async_waiter : public Operation::queue_type::waiter_type {
  using base = typename Operation::queue_type::waiter_type;
  using platform_type = typename Operation::queue_type::platform_type;

 public:
  async_waiter(typename base::wake_function wake, Operation operation, Abort abort)
      : base(wake), _operation(std::move(operation)), _abort(std::move(abort)) {}

  /// Returns true if the operation is done. May throw `std::bad_alloc`, and then has no effect.
  bool start() {
    _phase = _operation.start(*this) ? phase::granted : phase::waiting;
    return _phase == phase::granted;
  }

  /// Call this after `start` has returned false. Returns true if the wake function will be called, or has been: then the
  /// waiter may be gone. Returns false if the wait is over: then nobody calls the wake function.
  bool park() {
    _subscription.begin(_abort, stop_request{*this});
    if (_operation.queue().request_wake(*this)) {
      return true;
    }
    _subscription.end();
    if (_phase == phase::aborted) {
      _operation.queue().let_go(*this);
    } else {
      this->await_completion();
    }
    return false;
  }

  /// Ends a wait that is over. Returns false if it was aborted.
  bool finish() noexcept {
    _subscription.end();
    if (_phase == phase::waiting) {
      settle();
    }
    if (_phase == phase::granted) {
      return true;
    }
    _phase = phase::idle;
    return false;
  }

  /// Takes the result. Call this once, after `finish` has returned true.
  auto take() noexcept {
    _phase = phase::taken;
    return this->take_result();
  }

 protected:
  /// Returns true if the waiter waits, or if its wake-up may be on its way.
  bool is_resumable() const noexcept { return _phase == phase::waiting || _phase == phase::aborted; }

  /// From now on, and not before, no other thread aborts the waiter.
  void end_subscription() noexcept { _subscription.end(); }

  /// The waiting side may be destroyed before it is woken. Then it aborts, or gives back what it got.
  ~async_waiter() {
    _subscription.end();
    if (_phase == phase::waiting && !_operation.queue().leave(*this, _operation)) {
      settle();
    }
    if (_phase == phase::granted) {
      _operation.take_back(this->take_result());
    }
  }

 private:
  enum class phase : std::uint8_t { idle, waiting, granted, aborted, taken };

  struct stop_request {
    async_waiter& waiter;
    void operator()() const noexcept { waiter.abort(); }
  };

  void abort() noexcept {
    // An abort may let other waiters go. They continue after it.
    const held_resumptions<platform_type> held;
    const auto result = _operation.queue().abort(*this, _operation);
    if (result == abort_result::too_late) {
      return;
    }
    _phase = phase::aborted;
    if (result == abort_result::aborted_asleep) {
      this->wake_now();
    }
  }

  void settle() noexcept {
    _operation.queue().settle(*this);
    _phase = phase::granted;
  }

  Operation _operation;
  [[no_unique_address]] Abort _abort;
  [[no_unique_address]] typename Abort::template subscription<stop_request> _subscription;
  phase _phase = phase::idle;
};

}  // namespace cqs::detail
