#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>

#include <tests/support/counting.h>

namespace cqs::tests {

/// The counting platform, which also counts the threads that have begun to wait: they are then in the queue.
struct observed : counting {
  static inline std::atomic<std::size_t> waiting_threads = 0;

  static void pause() noexcept {
    note_waiting();
    native::pause();
  }
  static void yield() noexcept {
    note_waiting();
    native::yield();
  }
  static void futex_wait(const atomic<std::uint32_t>& word, std::uint32_t expected) noexcept {
    note_waiting();
    native::futex_wait(word, expected);
  }
  static bool futex_wait_until(const atomic<std::uint32_t>& word, std::uint32_t expected,
                               clock::time_point time) noexcept {
    note_waiting();
    return native::futex_wait_until(word, expected, time);
  }
  static void futex_wake_one(const atomic<std::uint32_t>* address) noexcept {
    if (wakes_are_late.load()) {
      late_wake = address;
    } else {
      native::futex_wake_one(address);
    }
  }

  /// Delays wake-ups from now on.
  static void delay_wakes() { wakes_are_late = true; }
  static void deliver_late_wake() {
    wakes_are_late = false;
    native::futex_wake_one(late_wake.load());
  }

  /// Waits until this number of threads has begun to wait since the last `start_counting`.
  static void await_waiting(std::size_t count) {
    while (waiting_threads.load() < count) {
      std::this_thread::yield();
    }
  }
  /// Does not count the calling thread, nor threads that were counted before.
  static void start_counting() {
    waits = true;
    waiting_threads = 0;
  }

 private:
  static inline thread_local bool waits = false;
  static inline std::atomic<bool> wakes_are_late = false;
  static inline std::atomic<const atomic<std::uint32_t>*> late_wake = nullptr;

  static void note_waiting() noexcept {
    if (!waits) {
      waits = true;
      ++waiting_threads;
    }
  }
};

static_assert(platform<observed>);

}  // namespace cqs::tests
