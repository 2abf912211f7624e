#pragma once

#include <atomic>
#include <cstdint>

#include <cqs/detail/misuse.h>
#include <cqs/platform/native.h>

#include <baselines/spin/detail/backoff.h>

namespace cqs::baselines::spin {

/// The ticket lock (Mellor-Crummey and Scott 1991, after Lamport's bakery): a thread draws a number and waits
/// until it is served. All waiters spin on one word, so a hand-off costs one cache miss per waiter.
///
/// | word       | meaning                                                       | changed by            |
/// |------------|---------------------------------------------------------------|-----------------------|
/// | `_next`    | the number of the next arrival                                | `lock`, `try_lock`    |
/// | `_serving` | the number of the holder; if equal to `_next`, there is none  | `unlock` (the holder) |
///
/// Fair: first come, first served. No abort: a drawn number must be served. Progress: blocking. Size: 8
/// bytes. Numbers wrap around, so at most 2^32 - 1 threads may wait.
template <platform Platform = native>
class ticket_mutex {
 public:
  constexpr ticket_mutex() noexcept = default;
  ticket_mutex(const ticket_mutex&) = delete;
  ticket_mutex& operator=(const ticket_mutex&) = delete;

  void lock() noexcept {
    // relaxed: a number says nothing about the critical section; `_serving` does.
    const std::uint32_t number = _next.fetch_add(1, std::memory_order_relaxed);
    detail::backoff<Platform> look_again;
    // acquire: pairs with the release in `unlock`.
    while (_serving.load(std::memory_order_acquire) != number) {
      look_again();
    }
  }

  [[nodiscard]] bool try_lock() noexcept {
    // acquire: pairs with the release in `unlock`; if the exchange fails later, another thread came first.
    std::uint32_t number = _serving.load(std::memory_order_acquire);
    return _next.compare_exchange_strong(number, number + 1, std::memory_order_relaxed,
                                         std::memory_order_relaxed);
  }

  void unlock() {
    // relaxed: only the holder writes it.
    const std::uint32_t number = _serving.load(std::memory_order_relaxed);
    if (_next.load(std::memory_order_relaxed) == number) [[unlikely]] {
      cqs::detail::throw_not_permitted("cqs::baselines::spin::ticket_mutex::unlock: it is not locked");
    }
    // release: the critical section, to the next holder.
    _serving.store(number + 1, std::memory_order_release);
  }

 private:
  typename Platform::template atomic<std::uint32_t> _next{0};
  typename Platform::template atomic<std::uint32_t> _serving{0};
};

}  // namespace cqs::baselines::spin
