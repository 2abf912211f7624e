#pragma once

#include <cstdint>
#include <thread>
#include <utility>

#include <boost/fiber/context.hpp>
#include <boost/fiber/scheduler.hpp>

#include <cqs/detail/waiting/async_waiter.h>

namespace cqs::detail {

/// A Boost fiber that waits: an object on its stack.
///
/// Its wake may come before it has left the processor. If so, it comes from another thread, which leaves the
/// fiber to its own scheduler. The scheduler looks for it when the fiber is suspended, not before. So a fiber that has
/// asked for a wake-up suspends exactly once, because its wake-up schedules it exactly once.
template <class Operation, class Abort>
class fiber_waiter : public async_waiter<Operation, Abort> {
  using base = async_waiter<Operation, Abort>;
  using waiter_type = typename Operation::queue_type::waiter_type;

 public:
  fiber_waiter(Operation operation, Abort abort)
      : base(&wake, std::move(operation), std::move(abort)), _fiber(boost::fibers::context::active()) {}

  /// Ends when the operation is done or aborted.
  void wait() {
    if (!this->start() && !poll() && this->park()) {
      _fiber->suspend();
    }
  }

 private:
  /// Lets other fibers of this thread run, and looks at the state between them. A fiber that is resumed meanwhile needs
  /// no wake-up, which would cost a system call if its thread had gone to sleep. A stop request is seen when it parks.
  bool poll() noexcept {
    constexpr waiting policy = Operation::queue_type::variant.waiting;
    for (std::uint32_t yields = 0; yields < policy.yields; ++yields) {
      _fiber->yield();
      if (this->is_completed()) {
        return true;
      }
    }
    return false;
  }

  static void wake(waiter_type& waiter) noexcept {
    auto& self = static_cast<fiber_waiter&>(waiter);
    boost::fibers::context* const fiber = self._fiber;
    // A thread that has no fibers must not get a scheduler by asking for its active one.
    if (self._thread == std::this_thread::get_id()) {
      boost::fibers::context::active()->schedule(fiber);
    } else {
      fiber->get_scheduler()->schedule_from_remote(fiber);
    }
  }

  boost::fibers::context* const _fiber;
  const std::thread::id _thread = std::this_thread::get_id();  // a fiber that waits stays in its thread
};

}  // namespace cqs::detail
