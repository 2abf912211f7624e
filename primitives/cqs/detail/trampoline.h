#pragma once

#include <coroutine>

#include <cqs/platform/platform.h>

namespace cqs::detail {

/// A coroutine that is to go on in this thread: a link of its trampoline.
struct resumable {
  std::coroutine_handle<> coroutine;
  resumable* next = nullptr;
  resumable* prev = nullptr;
};

/// Resumes coroutines in the thread that caused it, one after another instead of one inside of the other: a
/// chain of hand-overs of any length takes the stack of one. What is resumed while a coroutine runs under the
/// trampoline goes on when that one suspends.
///
/// Its functions stand apart from their callers' code, and the thread is looked up inside: a coroutine may
/// change threads between two calls. A platform that has no objects a thread resumes at once.
template <platform Platform>
class trampoline {
  static constexpr bool is_nesting = !requires { Platform::template per_thread<int>(); };

 public:
  constexpr trampoline() noexcept = default;

  [[gnu::noinline]] static void resume(resumable& next) noexcept {
    if constexpr (is_nesting) {
      next.coroutine.resume();
    } else {
      auto& here = of_thread();
      here.append(next);
      here.run();
    }
  }

  /// Until `release`, what is resumed in this thread has to wait.
  [[gnu::noinline]] static void hold() noexcept {
    if constexpr (!is_nesting) {
      ++of_thread()._holds;
    }
  }
  [[gnu::noinline]] static void release() noexcept {
    if constexpr (!is_nesting) {
      auto& here = of_thread();
      --here._holds;
      here.run();
    }
  }

  /// Takes back what waits for its turn; false if it does not.
  [[gnu::noinline]] static bool forget(resumable& waiting) noexcept {
    if constexpr (!is_nesting) {
      auto& here = of_thread();
      if (waiting.prev != nullptr || here._first == &waiting) {
        here.remove(waiting);
        return true;
      }
    }
    return false;
  }

 private:
  static trampoline& of_thread() noexcept { return Platform::template per_thread<trampoline>(); }

  void run() noexcept {
    if (_holds > 0) {
      return;
    }
    ++_holds;
    while (_first != nullptr) {
      const auto coroutine = _first->coroutine;
      remove(*_first);
      coroutine.resume();
    }
    --_holds;
  }

  void append(resumable& added) noexcept {
    added.prev = _last;
    (_last == nullptr ? _first : _last->next) = &added;
    _last = &added;
  }

  void remove(resumable& removed) noexcept {
    (removed.prev == nullptr ? _first : removed.prev->next) = removed.next;
    (removed.next == nullptr ? _last : removed.next->prev) = removed.prev;
    removed.next = nullptr;
    removed.prev = nullptr;
  }

  resumable* _first = nullptr;
  resumable* _last = nullptr;
  unsigned _holds = 0;  ///< of `hold`, and of `run` itself
};

/// Holds what is resumed in this thread until the operation that resumes it is over.
template <platform Platform>
class held_resumptions {
 public:
  explicit held_resumptions(bool wanted = true) noexcept : _wanted(wanted) {
    if (_wanted) {
      trampoline<Platform>::hold();
    }
  }
  held_resumptions(const held_resumptions&) = delete;
  held_resumptions& operator=(const held_resumptions&) = delete;
  ~held_resumptions() {
    if (_wanted) {
      trampoline<Platform>::release();
    }
  }

 private:
  bool _wanted;
};

}  // namespace cqs::detail
