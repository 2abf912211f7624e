#pragma once

#include <concepts>
#include <coroutine>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

#include <cqs/detail/unit.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/detail/waiting/async_waiter.h>
#include <cqs/detail/waiting/trampoline.h>
#include <cqs/platform/native.h>
#include <cqs/synchronizer.h>

namespace cqs {

/// The coroutine continues in the thread that has resumed it, or whose stop request has aborted it. It continues when
/// that operation is over, after the coroutines that were resumed before (see `detail::trampoline`). So it must not
/// block that thread until a coroutine behind it has done something.
struct resume_here {};

/// A function that decides where a coroutine continues. Its argument is the coroutine's handle. A handle is itself a
/// function without arguments, as executors take them. The function may run the coroutine at once. It must not throw.
template <class R>
concept resumer = std::same_as<R, resume_here> || std::invocable<R&, std::coroutine_handle<>>;

/// Runs a coroutine in this thread until it suspends. Then runs the coroutines that it has resumed here, one after
/// another. With this function in place of `handle.resume()`, a coroutine that hands something over continues before
/// the coroutine that gets it.
inline void resume_in_turn(std::coroutine_handle<> coroutine) noexcept {
  detail::trampoline<native>::run(coroutine);
}

namespace detail {

/// How a waiting coroutine continues.
template <class Platform, resumer Resumer>
class resumption_of {
 public:
  explicit resumption_of(Resumer resumer) noexcept : _link(link(std::move(resumer))) {}

  void set(std::coroutine_handle<> coroutine) noexcept { _link.write().coroutine = coroutine; }
  void resume() noexcept { trampoline<Platform>::resume(_link.write()); }
  void forget() noexcept { trampoline<Platform>::forget(_link.write()); }

 private:
  struct link : resumable {
    explicit link(Resumer given) noexcept : resumer(std::move(given)) {
      if constexpr (!std::same_as<Resumer, resume_here>) {
        pass_on = &pass_to_resumer;
      }
    }
    [[no_unique_address]] Resumer resumer;
  };

  static void pass_to_resumer(resumable& self) noexcept {
    // The frame that holds this link may be destroyed while the resumer still runs.
    const auto coroutine = self.coroutine;
    auto resumer = std::move(static_cast<link&>(self).resumer);
    resumer(coroutine);
  }

  typename Platform::template plain<link> _link;
};

/// A coroutine that waits: an object in its frame. It allocates no memory.
template <class Operation, class Abort, class Outcome, class Resumer>
class awaiter : private async_waiter<Operation, Abort> {
  using base = async_waiter<Operation, Abort>;
  using waiter_type = typename Operation::queue_type::waiter_type;
  using platform_type = typename Operation::queue_type::platform_type;

 public:
  awaiter(Operation operation, Abort abort, Outcome outcome, Resumer resumer)
      : base(&wake, std::move(operation), std::move(abort)),
        _outcome(std::move(outcome)),
        _resumption(std::move(resumer)) {}
  awaiter(const awaiter&) = delete;
  awaiter& operator=(const awaiter&) = delete;
  ~awaiter() {
    this->end_subscription();  // a timer may be aborting the waiter
    if (this->is_resumable()) {
      _resumption.forget();
    }
  }

  bool await_ready() { return this->start(); }
  bool await_suspend(std::coroutine_handle<> coroutine) {
    _resumption.set(coroutine);
    return this->park();
  }
  decltype(auto) await_resume() noexcept { return _outcome.of(*static_cast<base*>(this)); }

  using base::end_subscription;

 private:
  static void wake(waiter_type& waiter) noexcept {
    static_cast<awaiter&>(static_cast<base&>(waiter))._resumption.resume();
  }

  [[no_unique_address]] Outcome _outcome;
  resumption_of<platform_type, Resumer> _resumption;
};

/// The result of a wait: whether it was granted, if it can be aborted; and the value, if there is one.
template <class T, class Abort>
struct plain_outcome {
  template <class Other>
  plain_outcome<T, Other> with_abort() && noexcept {
    return {};
  }

  template <class Waiter>
  auto of(Waiter& waiter) const noexcept {
    const bool granted = waiter.finish();
    if constexpr (!std::is_same_v<T, unit>) {
      if constexpr (Abort::possible) {
        return granted ? std::optional<T>(waiter.take()) : std::nullopt;
      } else {
        return waiter.take();
      }
    } else {
      if (granted) {
        waiter.take();
      }
      if constexpr (Abort::possible) {
        return granted;
      }
    }
  }
};

/// A lock of std that unlocks at the end of its scope. It holds nothing if the wait was aborted.
template <class Lock>
struct guard_outcome {
  typename Lock::mutex_type& mutex;

  template <class Other>
  guard_outcome with_abort() && noexcept {
    return *this;
  }

  template <class Waiter>
  Lock of(Waiter& waiter) const noexcept {
    if (!waiter.finish()) {
      return Lock();
    }
    waiter.take();
    return Lock(mutex, std::adopt_lock);
  }
};

}  // namespace detail

/// The result of `async_…` of a primitive; await it at once. Nothing happens before `co_await`. Then the coroutine
/// continues if it need not wait. Otherwise it waits in the same queue as threads, fibers and requests.
///
///     co_await mutex.async_lock();
///     const bool acquired = co_await semaphore.async_acquire(stop);    // false: stop was requested
///     auto element = co_await pool.async_take(stop);                   // a std::optional
///     co_await latch.async_wait().via([&](auto c) { executor.add(c); });
///     co_await mutex.async_lock_for(50ms);                             // with a deadline: <cqs/timer.h>
///
/// The waiter lives in the coroutine's frame. You may destroy the frame while the coroutine waits: this aborts the
/// wait, or gives back the result, unless a `via` already has the coroutine. As always, no thread may destroy a
/// coroutine while another thread resumes it. An exception that leaves a coroutine's `resume` ends the program.
template <operation Operation, class Abort, class Outcome, resumer Resumer = resume_here>
class [[nodiscard]] awaitable {
 public:
  using platform_type = typename Operation::queue_type::platform_type;

  explicit awaitable(Operation operation, Abort abort, Outcome outcome, Resumer resumer = {})
      : _operation(std::move(operation)),
        _abort(std::move(abort)),
        _outcome(std::move(outcome)),
        _resumer(std::move(resumer)) {}

  /// If the coroutine has to wait, it continues where `other` sends it.
  template <resumer Other>
  awaitable<Operation, Abort, Outcome, Other> via(Other other) && {
    return awaitable<Operation, Abort, Outcome, Other>(std::move(_operation), std::move(_abort),
                                                       std::move(_outcome), std::move(other));
  }

  auto operator co_await() && {
    return detail::awaiter<Operation, Abort, Outcome, Resumer>(std::move(_operation), std::move(_abort),
                                                               std::move(_outcome), std::move(_resumer));
  }

  /// The same wait, with another reason to give it up.
  template <class Other>
  auto with_abort(Other abort) && {
    auto outcome = std::move(_outcome).template with_abort<Other>();
    return awaitable<Operation, Other, decltype(outcome), Resumer>(std::move(_operation), std::move(abort),
                                                                   std::move(outcome), std::move(_resumer));
  }

  /// A Folly task calls this so that an awaitable continues in the task's executor. Needs <cqs/folly.h>.
  template <class Executor>
      auto viaIfAsync(Executor executor) && requires std::same_as<Resumer, resume_here> {
    return in_folly_task(std::move(executor), std::move(*this));
  }

  /// Passes its parts to another kind of waiter: `make(operation, abort, outcome)`.
  template <class Make>
  auto take_apart(Make&& make) && {
    return make(std::move(_operation), std::move(_abort), std::move(_outcome));
  }

 private:
  Operation _operation;
  [[no_unique_address]] Abort _abort;
  [[no_unique_address]] Outcome _outcome;
  [[no_unique_address]] Resumer _resumer;
};

namespace detail {

template <class Operation, class Abort>
auto make_awaitable(Operation operation, Abort abort) {
  using outcome = plain_outcome<typename Operation::queue_type::value_type, Abort>;
  return awaitable<Operation, Abort, outcome>(std::move(operation), std::move(abort), outcome{});
}

template <class Lock, class Operation, class Abort>
auto make_awaitable_guard(typename Lock::mutex_type& mutex, Operation operation, Abort abort) {
  using outcome = guard_outcome<Lock>;
  return awaitable<Operation, Abort, outcome>(std::move(operation), std::move(abort), outcome{mutex});
}

}  // namespace detail

}  // namespace cqs
