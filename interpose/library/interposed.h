#pragma once

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include <unistd.h>

#include <cqs/platform/native.h>

#include "interpose/library/arena.h"
#include "interpose/library/thread.h"

namespace cqs::interpose {

/// The platform of locks inside somebody else's program: the machine itself, with memory of its own. It remembers that
/// a signal has interrupted a sleep, and leaves the program's `errno` alone.
struct interposed : native {
  static unsigned processors() noexcept {
    static constinit std::atomic<unsigned> count{0};
    unsigned known = count.load(std::memory_order_relaxed);
    if (known == 0) {
      known = static_cast<unsigned>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L));
      count.store(known, std::memory_order_relaxed);
    }
    return known;
  }

  static void futex_wait(const atomic<std::uint32_t>& word, std::uint32_t expected) noexcept {
    const errno_kept kept;
    native::futex_wait(word, expected);
  }

  static bool futex_wait_until(const atomic<std::uint32_t>& word, std::uint32_t expected,
                               clock::time_point time) noexcept {
    const errno_kept kept;
    return native::futex_wait_until(word, expected, time);
  }

  static void futex_wake_one(const atomic<std::uint32_t>* address) noexcept {
    const errno_kept kept;
    native::futex_wake_one(address);
  }

  template <class T, class... Args>
  static T* create(Args&&... args) {
    static_assert(alignof(T) <= sizeof(T));
    return ::new (memory().allocate(sizeof(T))) T(std::forward<Args>(args)...);
  }

  template <class T>
  static void destroy(T* object) noexcept {
    object->~T();
    memory().free(object, sizeof(T));
  }

 private:
  class errno_kept {
   public:
    errno_kept() noexcept { errno = 0; }
    errno_kept(const errno_kept&) = delete;
    errno_kept& operator=(const errno_kept&) = delete;
    ~errno_kept() {
      this_thread.interrupted |= errno == EINTR;
      errno = _before;
    }

   private:
    const int _before = errno;
  };
};

static_assert(platform<interposed>);

}  // namespace cqs::interpose
