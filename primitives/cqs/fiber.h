#pragma once

#include <cstddef>
#include <utility>

#include <cqs/coroutine.h>
#include <cqs/detail/waiting/fiber_waiter.h>

/// The waits of every primitive, for Boost fibers: the fiber waits, and its thread continues with other fibers.
/// Fibers wait in the same queue as threads and coroutines, and any thread may resume them. With a token, a stop
/// request aborts the wait; the result tells the caller.
///
/// A program that includes this header must link Boost.Fiber.
namespace cqs::fiber {

/// Waits in the calling fiber as a coroutine waits by `co_await`. The result is the same.
template <class Operation, class Abort, class Outcome>
auto wait_for(awaitable<Operation, Abort, Outcome> awaited) {
  return std::move(awaited).take_apart([](Operation operation, Abort abort, Outcome outcome) {
    detail::fiber_waiter<Operation, Abort> waiter(std::move(operation), std::move(abort));
    waiter.wait();
    return outcome.of(waiter);
  });
}

template <class Mutex>
void lock(Mutex& mutex) {
  wait_for(mutex.async_lock());
}
template <class Mutex>
[[nodiscard]] bool lock(Mutex& mutex, typename Mutex::stop_token stop) {
  return wait_for(mutex.async_lock(std::move(stop)));
}

/// Returns a `std::unique_lock`. It holds nothing if the wait was aborted.
template <class Mutex>
[[nodiscard]] auto scoped_lock(Mutex& mutex) {
  return wait_for(mutex.async_scoped_lock());
}
template <class Mutex>
[[nodiscard]] auto scoped_lock(Mutex& mutex, typename Mutex::stop_token stop) {
  return wait_for(mutex.async_scoped_lock(std::move(stop)));
}

template <class Mutex>
void lock_shared(Mutex& mutex) {
  wait_for(mutex.async_lock_shared());
}
template <class Mutex>
[[nodiscard]] bool lock_shared(Mutex& mutex, typename Mutex::stop_token stop) {
  return wait_for(mutex.async_lock_shared(std::move(stop)));
}

/// Returns a `std::shared_lock`. It holds nothing if the wait was aborted.
template <class Mutex>
[[nodiscard]] auto scoped_lock_shared(Mutex& mutex) {
  return wait_for(mutex.async_scoped_lock_shared());
}
template <class Mutex>
[[nodiscard]] auto scoped_lock_shared(Mutex& mutex, typename Mutex::stop_token stop) {
  return wait_for(mutex.async_scoped_lock_shared(std::move(stop)));
}

template <class Semaphore>
void acquire(Semaphore& semaphore) {
  wait_for(semaphore.async_acquire());
}
template <class Semaphore>
[[nodiscard]] bool acquire(Semaphore& semaphore, typename Semaphore::stop_token stop) {
  return wait_for(semaphore.async_acquire(std::move(stop)));
}

/// Several permits at once, of a `weighted_semaphore`.
template <class Semaphore>
void acquire(Semaphore& semaphore, std::ptrdiff_t count) {
  wait_for(semaphore.async_acquire(count));
}
template <class Semaphore>
[[nodiscard]] bool acquire(Semaphore& semaphore, std::ptrdiff_t count, typename Semaphore::stop_token stop) {
  return wait_for(semaphore.async_acquire(count, std::move(stop)));
}

template <class Latch>
void wait(const Latch& latch) {
  wait_for(latch.async_wait());
}
template <class Latch>
[[nodiscard]] bool wait(const Latch& latch, typename Latch::stop_token stop) {
  return wait_for(latch.async_wait(std::move(stop)));
}

template <class Barrier>
void wait(const Barrier& barrier, typename Barrier::arrival_token&& arrival) {
  wait_for(barrier.async_wait(std::move(arrival)));
}
template <class Barrier>
[[nodiscard]] bool wait(const Barrier& barrier, const typename Barrier::arrival_token& arrival,
                        typename Barrier::stop_token stop) {
  return wait_for(barrier.async_wait(arrival, std::move(stop)));
}

/// Waits for a latch or a barrier.
template <class Meeting>
void arrive_and_wait(Meeting& meeting) {
  wait_for(meeting.async_arrive_and_wait());
}
template <class Meeting>
[[nodiscard]] bool arrive_and_wait(Meeting& meeting, typename Meeting::stop_token stop) {
  return wait_for(meeting.async_arrive_and_wait(std::move(stop)));
}

template <class Pool>
[[nodiscard]] auto take(Pool& pool) {
  return wait_for(pool.async_take());
}
template <class Pool>
[[nodiscard]] auto take(Pool& pool, typename Pool::stop_token stop) {
  return wait_for(pool.async_take(std::move(stop)));
}

}  // namespace cqs::fiber
