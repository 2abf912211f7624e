#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace cqs::detail {

/// Sleep and wake-up for systems without futexes: the interface of `linux_futex`, made of mutexes and condition
/// variables. (`std::atomic::wait` has no deadline.)
///
/// A sleeper enters the list of its word's bucket. It looks at the word under the bucket's mutex, and a waker takes that
/// mutex after it has changed the word. So a sleeper that is not yet in the list sees the change.
class portable_futex {
 public:
  static void futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept {
    sleep(word, expected, [](sleeper& self, std::unique_lock<std::mutex>& locked) {
      self.woken.wait(locked);
      return true;
    });
  }

  static bool futex_wait_until(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                               std::chrono::steady_clock::time_point time) noexcept {
    return sleep(word, expected, [time](sleeper& self, std::unique_lock<std::mutex>& locked) {
      // A system call may refuse a time that is long past.
      return time > std::chrono::steady_clock::now() &&
             self.woken.wait_until(locked, time) == std::cv_status::no_timeout;
    });
  }

  static void futex_wake_one(const std::atomic<std::uint32_t>* address) noexcept {
    bucket& b = bucket_of(address);
    const std::lock_guard locked(b.mutex);
    for (sleeper* s = b.first; s != nullptr; s = s->next) {
      if (s->address == address && !s->is_woken) {
        s->is_woken = true;
        s->woken.notify_one();  // under the mutex: the sleeper ends as soon as it gets the mutex
        return;
      }
    }
  }

 private:
  struct sleeper {
    const void* address;
    sleeper* next = nullptr;
    bool is_woken = false;
    std::condition_variable woken{};
  };

  struct bucket {
    std::mutex mutex;
    sleeper* first = nullptr;  ///< in the order of arrival

    void append(sleeper& added) noexcept { *end() = &added; }
    void remove(sleeper& removed) noexcept {
      sleeper** link = &first;
      while (*link != &removed) {
        link = &(*link)->next;
      }
      *link = removed.next;
    }

   private:
    sleeper** end() noexcept {
      sleeper** link = &first;
      while (*link != nullptr) {
        link = &(*link)->next;
      }
      return link;
    }
  };

  /// `wait_once(self, locked)` blocks until a wake-up, a timeout (false) or for no reason. Returns false on a timeout.
  template <class Wait>
  static bool sleep(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                    const Wait& wait_once) noexcept {
    bucket& b = bucket_of(&word);
    std::unique_lock locked(b.mutex);
    if (word.load(std::memory_order_relaxed) != expected) {
      return true;
    }
    sleeper self{.address = &word};
    b.append(self);
    bool in_time = true;
    while (!self.is_woken && in_time) {
      in_time = wait_once(self, locked);
    }
    b.remove(self);
    return in_time || self.is_woken;
  }

  static bucket& bucket_of(const void* address) noexcept {
    constexpr std::size_t count = 64;
    static constinit std::array<bucket, count> buckets{};
    // Words on stacks of the same layout differ in their high bits only, so a multiplication mixes all of them.
    const auto mixed = reinterpret_cast<std::uintptr_t>(address) * 0x9e37'79b9'7f4a'7c15U;
    return buckets[mixed >> 58U];
  }
};

}  // namespace cqs::detail
