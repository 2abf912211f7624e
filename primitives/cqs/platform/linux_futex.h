#pragma once

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <ctime>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace cqs::detail {

/// Sleep and wake-up by the system calls of Linux.
struct linux_futex {
  static void futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept {
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, nullptr, nullptr, 0);
  }

  static bool futex_wait_until(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                               std::chrono::steady_clock::time_point time) noexcept {
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

  static void futex_wake_one(const std::atomic<std::uint32_t>* address) noexcept {
    syscall(SYS_futex, address, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
  }

  static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t), "a futex is 32 bits");
};

}  // namespace cqs::detail
