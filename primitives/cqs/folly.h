#pragma once

#include <coroutine>
#include <memory>
#include <utility>

#include <folly/Executor.h>
#include <folly/coro/WithAsyncStack.h>
#include <folly/io/async/Request.h>
#include <folly/tracing/AsyncStack.h>

#include <cqs/coroutine.h>

/// Lets Folly's tasks await the results of `async_…`. The task continues in its own executor, with its request context,
/// and Folly shows it in its asynchronous stacks. Folly can do the same for any awaitable, but allocates a coroutine in
/// between for each wait. Here the waiter in the task's frame does this work, without memory.
///
/// A program that includes this header must link Folly.
namespace cqs {

namespace detail {

/// A Folly task that waits: an object in its frame.
template <class Operation, class Abort, class Outcome>
class folly_awaiter {
 public:
  folly_awaiter(folly::Executor::KeepAlive<> executor, Operation operation, Abort abort, Outcome outcome)
      : _waiter(std::move(operation), std::move(abort), std::move(outcome), to_executor{this}),
        _executor(std::move(executor)) {}
  folly_awaiter(const folly_awaiter&) = delete;
  folly_awaiter& operator=(const folly_awaiter&) = delete;

  bool await_ready() { return _waiter.await_ready(); }

  /// Not inlined, so that the return address is in the task: the asynchronous stack shows this address.
  template <class Promise>
  [[gnu::noinline]] bool await_suspend(std::coroutine_handle<Promise> task) {
    _context = folly::RequestContext::saveContext();
    if constexpr (requires { task.promise().getAsyncFrame(); }) {
      folly::AsyncStackFrame& frame = task.promise().getAsyncFrame();
      folly::AsyncStackRoot& root = *frame.getStackRoot();
      _leaf.setParentFrame(frame);
      _leaf.setReturnAddress(__builtin_return_address(0));
      folly::deactivateAsyncStackFrame(frame);
      folly::activateSuspendedLeaf(_leaf);
      if (_waiter.await_suspend(task)) {
        return true;
      }
      folly::deactivateSuspendedLeaf(_leaf);
      folly::activateAsyncStackFrame(root, frame);
      return false;
    } else {
      return _waiter.await_suspend(task);
    }
  }

  decltype(auto) await_resume() noexcept { return _waiter.await_resume(); }

 private:
  struct to_executor {
    folly_awaiter* awaiter;
    void operator()(std::coroutine_handle<> task) const noexcept {
      awaiter->_executor->add([awaiter = awaiter, task]() noexcept { awaiter->go_on(task); });
    }
  };

  void go_on(std::coroutine_handle<> task) noexcept {
    const folly::RequestContextScopeGuard context(std::move(_context));
    folly::AsyncStackFrame* const frame = _leaf.getParentFrame();
    if (frame == nullptr) {
      task.resume();
      return;
    }
    if (folly::isSuspendedLeafActive(_leaf)) {
      folly::deactivateSuspendedLeaf(_leaf);
    }
    folly::resumeCoroutineWithNewAsyncStackRoot(task, *frame);
  }

  awaiter<Operation, Abort, Outcome, to_executor> _waiter;
  folly::Executor::KeepAlive<> _executor;
  folly::AsyncStackFrame _leaf;
  std::shared_ptr<folly::RequestContext> _context;
};

/// The awaiter that a Folly task makes of an `awaitable`.
template <class Operation, class Abort, class Outcome>
class [[nodiscard]] folly_awaitable {
 public:
  folly_awaitable(folly::Executor::KeepAlive<> executor, awaitable<Operation, Abort, Outcome> awaited)
      : _executor(std::move(executor)), _awaited(std::move(awaited)) {}

  auto operator co_await() && {
    return std::move(_awaited).take_apart([this](Operation operation, Abort abort, Outcome outcome) {
      return folly_awaiter<Operation, Abort, Outcome>(std::move(_executor), std::move(operation),
                                                      std::move(abort), std::move(outcome));
    });
  }

  /// Tells Folly that this awaiter maintains the asynchronous stack itself.
  friend folly_awaitable tag_invoke(folly::cpo_t<folly::coro::co_withAsyncStack> /*tag*/,
                                    folly_awaitable&& self) {
    return std::move(self);
  }

 private:
  folly::Executor::KeepAlive<> _executor;
  awaitable<Operation, Abort, Outcome> _awaited;
};

template <class Operation, class Abort, class Outcome>
auto in_folly_task(folly::Executor::KeepAlive<> executor, awaitable<Operation, Abort, Outcome> awaited) {
  return folly_awaitable<Operation, Abort, Outcome>(std::move(executor), std::move(awaited));
}

}  // namespace detail

}  // namespace cqs
