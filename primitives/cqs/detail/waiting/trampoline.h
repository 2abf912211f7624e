#pragma once

#include <coroutine>

#include <cqs/platform/platform.h>

namespace cqs::detail {

/// A coroutine that continues in this thread, or that this thread passes to another one: a link of the trampoline.
struct resumable {
  std::coroutine_handle<> coroutine;
  /// Passes the coroutine to another thread; null if it continues here.
  void (*pass_on)(resumable& self) noexcept = nullptr;
  resumable* next = nullptr;
  resumable* prev = nullptr;
};

/// Resumes coroutines in the resuming thread, one after another, never one inside the other. So a chain of hand-offs of
/// any length takes the stack of one coroutine. A coroutine that is resumed while another runs under the trampoline
/// continues when the other suspends.
///
/// An abort, or an operation that resumes many waiters, holds the trampoline to its end. Until then no user code runs
/// in this thread, neither a coroutine nor a function that passes one on. Such code might destroy or abort the
/// waiters that the operation is about to use.
///
/// The functions are not inlined, and each looks up its thread, because a coroutine may change threads between two
/// calls. A platform without objects per thread resumes at once.
template <platform Platform>
class trampoline {
  static constexpr bool is_nesting = !requires { Platform::template per_thread<int>(); };

 public:
  constexpr trampoline() noexcept = default;

  [[gnu::noinline]] static void resume(resumable& next) noexcept {
    if constexpr (is_nesting) {
      next.pass_on != nullptr ? next.pass_on(next) : next.coroutine.resume();
    } else {
      auto& here = of_thread();
      here.list_of(next).append(next);
      here.pass_on_all();
      here.run_all();
    }
  }

  /// From here to `end_operation`, no user code runs in this thread.
  [[gnu::noinline]] static void begin_operation() noexcept {
    if constexpr (!is_nesting) {
      ++of_thread()._operations;
    }
  }
  [[gnu::noinline]] static void end_operation() noexcept {
    if constexpr (!is_nesting) {
      auto& here = of_thread();
      --here._operations;
      here.pass_on_all();
      here.run_all();
    }
  }

  /// Runs a coroutine until it suspends, and then the coroutines that it has resumed here.
  [[gnu::noinline]] static void run(std::coroutine_handle<> coroutine) noexcept {
    if constexpr (is_nesting) {
      coroutine.resume();
    } else {
      auto& here = of_thread();
      ++here._running;
      coroutine.resume();
      --here._running;
      here.run_all();
    }
  }

  /// Removes a coroutine that has not run yet. Returns false if it is not in the trampoline.
  [[gnu::noinline]] static bool forget(resumable& waiting) noexcept {
    if constexpr (!is_nesting) {
      auto& list = of_thread().list_of(waiting);
      if (waiting.prev != nullptr || list.first == &waiting) {
        list.remove(waiting);
        return true;
      }
    }
    return false;
  }

 private:
  struct list {
    resumable* first = nullptr;
    resumable* last = nullptr;

    void append(resumable& added) noexcept {
      added.prev = last;
      (last == nullptr ? first : last->next) = &added;
      last = &added;
    }
    void remove(resumable& removed) noexcept {
      (removed.prev == nullptr ? first : removed.prev->next) = removed.next;
      (removed.next == nullptr ? last : removed.next->prev) = removed.prev;
      removed.next = nullptr;
      removed.prev = nullptr;
    }
  };

  static trampoline& of_thread() noexcept { return Platform::template per_thread<trampoline>(); }

  list& list_of(const resumable& r) noexcept { return r.pass_on != nullptr ? _to_pass_on : _to_run; }

  void pass_on_all() noexcept {
    while (_operations == 0 && _to_pass_on.first != nullptr) {
      resumable& first = *_to_pass_on.first;
      _to_pass_on.remove(first);
      first.pass_on(first);
    }
  }

  void run_all() noexcept {
    if (_operations > 0 || _running > 0) {
      return;
    }
    ++_running;
    while (_to_run.first != nullptr) {
      const auto coroutine = _to_run.first->coroutine;
      _to_run.remove(*_to_run.first);
      coroutine.resume();
    }
    --_running;
  }

  list _to_pass_on;
  list _to_run;
  unsigned _operations = 0;
  unsigned _running = 0;
};

/// Lets no user code run in this thread before the end of an operation.
template <platform Platform>
class held_resumptions {
 public:
  explicit held_resumptions(bool wanted = true) noexcept : _wanted(wanted) {
    if (_wanted) {
      trampoline<Platform>::begin_operation();
    }
  }
  held_resumptions(const held_resumptions&) = delete;
  held_resumptions& operator=(const held_resumptions&) = delete;
  ~held_resumptions() {
    if (_wanted) {
      trampoline<Platform>::end_operation();
    }
  }

 private:
  bool _wanted;
};

}  // namespace cqs::detail
