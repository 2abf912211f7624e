#pragma once

#include <thread>
#include <utility>

#include <boost/fiber/context.hpp>
#include <boost/fiber/scheduler.hpp>

#include <cqs/detail/waiting/async_waiter.h>

namespace cqs::detail {

/// A Boost fibre that waits: an object on its stack.
///
/// Its wake may come before it has left the processor. If so, it comes from another thread, which leaves the
/// fibre to its own scheduler, and that looks for it when the fibre is suspended, not before. So the fibre
/// suspends exactly once, whatever it might see by then: whoever wakes it schedules it exactly once.
template <class Operation, class Abort>
class fiber_waiter : public async_waiter<Operation, Abort> {
  using base = async_waiter<Operation, Abort>;
  using waiter_type = typename Operation::queue_type::waiter_type;

 public:
  fiber_waiter(Operation operation, Abort abort)
      : base(&wake, std::move(operation), std::move(abort)), _fiber(boost::fibers::context::active()) {}

  /// Ends when the operation is done or aborted.
  void wait() {
    if (!this->start() && this->park()) {
      _fiber->suspend();
    }
  }

 private:
  static void wake(waiter_type& waiter) noexcept {
    auto& self = static_cast<fiber_waiter&>(waiter);
    boost::fibers::context* const fiber = self._fiber;
    // A thread that has no fibres is not to get a scheduler by asking for its active one.
    if (self._thread == std::this_thread::get_id()) {
      boost::fibers::context::active()->schedule(fiber);
    } else {
      fiber->get_scheduler()->schedule_from_remote(fiber);
    }
  }

  boost::fibers::context* const _fiber;
  const std::thread::id _thread = std::this_thread::get_id();  // a fibre that waits stays in its thread
};

}  // namespace cqs::detail
