#pragma once

#include <coroutine>
#include <mutex>
#include <optional>
#include <utility>

#include <cqs/coroutine.h>
#include <cqs/detail/unit.h>

namespace cqs::detail {

/// A coroutine that unlocks its mutex and waits, by `Operation`, and then waits for the mutex in the mutex's own queue.
/// The waiters are in its frame, one after the other.
///
/// The thread that ends the first wait starts the second one. So the coroutine continues once, and has the mutex then.
/// There is no way to report that the mutex cannot be locked: as with std, this ends the program.
template <class Operation, class Abort, class Mutex, class Resumer>
class relocking_awaiter {
  struct start_lock {
    relocking_awaiter* self;
    void operator()(std::coroutine_handle<> coroutine) const noexcept {
      if (self->has_locked(coroutine)) {
        self->_resumption.resume();
      }
    }
  };
  using wait_outcome = plain_outcome<unit, Abort>;
  using wait_awaiter = awaiter<Operation, Abort, wait_outcome, start_lock>;

  struct lock_stage {
    lock_stage(Mutex& mutex, Resumer resumer)
        : awaiter(mutex.async_lock().via(std::move(resumer)).operator co_await()) {}
    decltype(std::declval<Mutex&>().async_lock().via(std::declval<Resumer>()).operator co_await()) awaiter;
  };

 public:
  relocking_awaiter(Operation operation, Abort abort, std::unique_lock<Mutex>& lock, Resumer resumer)
      : _lock(lock),
        _resumer(resumer),
        _resumption(std::move(resumer)),
        _wait(std::move(operation), std::move(abort), wait_outcome{}, start_lock{this}) {}
  relocking_awaiter(const relocking_awaiter&) = delete;
  relocking_awaiter& operator=(const relocking_awaiter&) = delete;
  ~relocking_awaiter() {
    _wait.end_subscription();  // a timer may be starting the second wait
    _resumption.forget();
  }

  static constexpr bool await_ready() noexcept { return false; }
  bool await_suspend(std::coroutine_handle<> coroutine) {
    _resumption.set(coroutine);
    if (!_wait.await_ready() && _wait.await_suspend(coroutine)) {
      return true;  // another thread may have resumed the coroutine, and this object may be gone
    }
    return !has_locked(coroutine);
  }
  auto await_resume() noexcept {
    _locking->awaiter.await_resume();
    _lock = std::unique_lock<Mutex>(*_lock.mutex(), std::adopt_lock);
    if constexpr (Abort::possible) {
      return _granted;
    }
  }

 private:
  /// Ends the first wait and starts the second. Returns false if the coroutine has to wait for the mutex.
  bool has_locked(std::coroutine_handle<> coroutine) noexcept {
    if constexpr (Abort::possible) {
      _granted = _wait.await_resume();
    } else {
      _wait.await_resume();
    }
    auto& lock = _locking.emplace(*_lock.mutex(), std::move(_resumer)).awaiter;
    return lock.await_ready() || !lock.await_suspend(coroutine);
  }

  std::unique_lock<Mutex>& _lock;
  [[no_unique_address]] Resumer _resumer;
  resumption_of<typename Operation::queue_type::platform_type, Resumer> _resumption;
  wait_awaiter _wait;
  std::optional<lock_stage> _locking;
  bool _granted = true;
};

/// What a coroutine awaits to unlock, wait and lock again: see `awaitable`.
template <class Operation, class Abort, class Mutex, resumer Resumer = resume_here>
class [[nodiscard]] relocking_awaitable {
 public:
  using platform_type = typename Operation::queue_type::platform_type;

  relocking_awaitable(Operation operation, Abort abort, std::unique_lock<Mutex>& lock, Resumer resumer = {})
      : _operation(std::move(operation)),
        _abort(std::move(abort)),
        _lock(lock),
        _resumer(std::move(resumer)) {}

  /// If the coroutine has to wait, it continues where `other` sends it.
  template <resumer Other>
  relocking_awaitable<Operation, Abort, Mutex, Other> via(Other other) && {
    return {std::move(_operation), std::move(_abort), _lock, std::move(other)};
  }

  /// The same wait, with another reason to give it up.
  template <class Other>
  relocking_awaitable<Operation, Other, Mutex, Resumer> with_abort(Other abort) && {
    return {std::move(_operation), std::move(abort), _lock, std::move(_resumer)};
  }

  auto operator co_await() && {
    return relocking_awaiter<Operation, Abort, Mutex, Resumer>(std::move(_operation), std::move(_abort),
                                                               _lock, std::move(_resumer));
  }

 private:
  Operation _operation;
  [[no_unique_address]] Abort _abort;
  std::unique_lock<Mutex>& _lock;
  [[no_unique_address]] Resumer _resumer;
};

}  // namespace cqs::detail
