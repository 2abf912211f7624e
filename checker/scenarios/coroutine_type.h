#pragma once

#include <coroutine>
#include <cstddef>
#include <exception>

#include <checker/allocator.h>

namespace cqs::check {

/// A coroutine that starts when called and frees its frame when it ends. The frame is memory of the
/// execution.
struct coroutine {
  struct promise_type;

  /// Destroys the frame of a coroutine that waits and that no other thread resumes.
  void destroy() const { frame.destroy(); }

  std::coroutine_handle<promise_type> frame;

  struct promise_type {
    using units = allocator<std::max_align_t>;
    static void* operator new(std::size_t size) {
      return units().allocate((size + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t));
    }
    static void operator delete(void* frame, std::size_t size) {
      units().deallocate(static_cast<std::max_align_t*>(frame), size);
    }
    coroutine get_return_object() noexcept {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void unhandled_exception() const noexcept { std::terminate(); }
  };
};

}  // namespace cqs::check
