#pragma once

#include <atomic>
#include <coroutine>
#include <exception>
#include <thread>
#include <utility>

namespace cqs::workloads {

/// A coroutine that its owner starts and may join. Destroying the task destroys the coroutine; if it waits,
/// it leaves the queue.
class [[nodiscard]] task {
 public:
  struct promise_type {
    task get_return_object() noexcept { return task(handle::from_promise(*this)); }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    auto final_suspend() const noexcept {
      struct say_done {
        bool await_ready() const noexcept { return false; }
        void await_suspend(handle ended) const noexcept {
          ended.promise().done.store(true, std::memory_order_release);  // the last access to the frame
        }
        void await_resume() const noexcept {}
      };
      return say_done{};
    }
    void return_void() const noexcept {}
    void unhandled_exception() noexcept { exception = std::current_exception(); }

    std::atomic<bool> done = false;
    std::exception_ptr exception;
  };
  using handle = std::coroutine_handle<promise_type>;

  task() noexcept = default;
  task(task&& other) noexcept : _coroutine(std::exchange(other._coroutine, {})) {}
  task& operator=(task&& other) noexcept {
    std::swap(_coroutine, other._coroutine);
    return *this;
  }
  ~task() {
    if (_coroutine) {
      _coroutine.destroy();
    }
  }

  /// The handle to resume once, to start the coroutine.
  std::coroutine_handle<> coroutine() const noexcept { return _coroutine; }

  bool done() const noexcept { return _coroutine.promise().done.load(std::memory_order_acquire); }

  /// Waits until the coroutine ends, and rethrows its exception.
  void join() const {
    while (!done()) {
      std::this_thread::yield();
    }
    if (_coroutine.promise().exception) {
      std::rethrow_exception(_coroutine.promise().exception);
    }
  }

 private:
  explicit task(handle coroutine) noexcept : _coroutine(coroutine) {}

  handle _coroutine;
};

}  // namespace cqs::workloads
