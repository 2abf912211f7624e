#pragma once

#if defined(__SIZEOF_POINTER__) && __SIZEOF_POINTER__ < 8
#error "cqs needs a 64-bit target: it packs an address and a counter into one word of 64 bits"
#endif

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <new>
#include <thread>
#include <utility>

#include <cqs/platform/platform.h>
#include <cqs/platform/stop_token.h>

// CQS_FORCE_PORTABLE_FUTEX, the same in every file of a program, takes the portable futex on Linux as well.
#if defined(__linux__) && !defined(CQS_FORCE_PORTABLE_FUTEX)
#include <cqs/platform/linux_futex.h>
namespace cqs::detail {
using native_futex = linux_futex;
}
#else
#include <cqs/platform/portable_futex.h>
namespace cqs::detail {
using native_futex = portable_futex;
}
#endif

namespace cqs {

/// The machine itself: `std::atomic`, threads of the operating system; Linux futexes, or what replaces them elsewhere.
struct native : detail::native_futex {
  template <class T>
  using atomic = std::atomic<T>;

  template <class T>
  class plain {
   public:
    constexpr plain() = default;
    constexpr explicit plain(T value) : _value(std::move(value)) {}

    constexpr const T& read() const noexcept { return _value; }
    constexpr T& write() noexcept { return _value; }

   private:
    T _value{};
  };

  using clock = std::chrono::steady_clock;
  using stop_token = cqs::stop_token;
  template <class Callback>
  using stop_callback = cqs::stop_callback<Callback>;

  static void pause() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb" ::: "memory");
#elif defined(__riscv)
    asm volatile(".4byte 0x0100000f" ::: "memory");  // `pause`; a fence without effect where it is not known
#endif
  }

  static void yield() noexcept {
    std::this_thread::yield();
  }

  /// Not the affinity of the calling thread: it may be pinned while others run elsewhere.
  static unsigned processors() noexcept {
    static const unsigned count = std::max(std::thread::hardware_concurrency(), 1U);
    return count;
  }

  /// Counts the threads that ask. Not inlined, because a fiber may change threads between two calls.
  [[gnu::noinline]] static std::size_t thread_number() noexcept {
    static constinit atomic<std::size_t> threads = 0;
    static thread_local constinit std::size_t number = 0;  // 0: the thread has not asked yet
    if (number == 0) {
      number = threads.fetch_add(1, std::memory_order_relaxed) + 1;
    }
    return number;
  }

  template <class T>
  static T& per_thread() noexcept {
    static thread_local constinit T object;
    return object;
  }

  template <class T, class... Args>
  static T* create(Args&&... args) {
    return new T(std::forward<Args>(args)...);
  }

  template <class T>
  static void destroy(T* object) noexcept {
    delete object;
  }

  template <class T>
  static T* create_array(std::size_t count) {
    return new T[count];
  }

  template <class T>
  static void destroy_array(T* objects, std::size_t /*count*/) noexcept {
    delete[] objects;
  }
};

static_assert(platform<native>);

}  // namespace cqs
