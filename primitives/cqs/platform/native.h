#pragma once

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <new>
#include <stop_token>
#include <thread>
#include <utility>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cqs/platform/platform.h>

namespace cqs {

/// The machine itself: `std::atomic`, threads of the operating system, Linux futexes.
struct native {
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
  using stop_token = std::stop_token;
  template <class Callback>
  using stop_callback = std::stop_callback<Callback>;

  static void pause() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb" ::: "memory");
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

  static void futex_wait(const atomic<std::uint32_t>& word, std::uint32_t expected) noexcept {
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, nullptr, nullptr, 0);
  }

  static bool futex_wait_until(const atomic<std::uint32_t>& word, std::uint32_t expected,
                               clock::time_point time) noexcept {
    // FUTEX_WAIT_BITSET takes an absolute time of CLOCK_MONOTONIC, which is what steady_clock reads.
    const auto since_epoch = time.time_since_epoch();
    const auto seconds = std::chrono::floor<std::chrono::seconds>(since_epoch);
    if (seconds.count() < 0) {
      return false;
    }
    const timespec until{.tv_sec = seconds.count(),
                         .tv_nsec = std::chrono::nanoseconds(since_epoch - seconds).count()};
    const auto result = syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, expected, &until, nullptr,
                                FUTEX_BITSET_MATCH_ANY);
    return !(result == -1 && errno == ETIMEDOUT);
  }

  static void futex_wake_one(const atomic<std::uint32_t>* address) noexcept {
    syscall(SYS_futex, address, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
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

 private:
  static_assert(sizeof(atomic<std::uint32_t>) == sizeof(std::uint32_t), "a futex is 32 bits");
};

static_assert(platform<native>);

}  // namespace cqs
