#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <boost/asio/async_result.hpp>

#include <cqs/coroutine.h>
#include <cqs/detail/waiting/asio_waiter.h>
#include <cqs/timer.h>

namespace cqs::detail {

template <class Operation, class Abort, class Outcome, class Token>
auto await_by_token(awaitable<Operation, Abort, Outcome> awaited, Token&& token) {
  using token_type = std::decay_t<Token>;
  token_type own(std::forward<Token>(token));  // some tokens of Asio cannot be used through a const reference
  return boost::asio::async_initiate<token_type, typename asio_result<Outcome>::signature>(
      asio_initiation(), own, std::move(awaited));
}

/// A function whose last argument is a completion token. `make` turns the others into a result of `async_…`.
template <class Make>
struct with_token {
  Make make;

  template <class... Arguments>
  auto operator()(Arguments&&... arguments) const {
    static_assert(sizeof...(Arguments) > 1, "a primitive comes first, a completion token of Boost.Asio last");
    constexpr std::size_t last = sizeof...(Arguments) - 1;
    auto all = std::forward_as_tuple(std::forward<Arguments>(arguments)...);
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return await_by_token(make(std::get<I>(std::move(all))...), std::get<last>(std::move(all)));
    }
    (std::make_index_sequence<last>());
  }
};
template <class Make>
with_token(Make) -> with_token<Make>;

}  // namespace cqs::detail

/// The waits of every primitive, for Boost.Asio: the last argument is a completion token, such as a function,
/// `boost::asio::use_future` or `boost::asio::use_awaitable`. Tasks of Asio wait in the same queue as threads, fibers and
/// other coroutines.
///
///     co_await cqs::asio::async_acquire(semaphore, use_awaitable);
///     cqs::asio::async_acquire(semaphore, stop, [](boost::system::error_code error) { … });
///     auto line = co_await cqs::asio::async_take_for(pool, 50ms, stop, use_awaitable);
///
/// A handler gets an error first: `operation_aborted` after a stop request, `timed_out` after the deadline, `no_memory`
/// if there was none for the queue. After an error it owns nothing. The second argument, if there is one, is a
/// `std::optional` with the element of a pool, or the lock of `async_scoped_lock`.
///
/// The handler runs in its associated executor, and never inside the call that ends the wait or begins it. Until then it
/// counts as outstanding work of that executor. Its associated allocator makes the waiter: one object for each wait. A
/// cancellation slot aborts the wait, for every type of cancellation, in versions of Boost that have slots (1.77). In
/// earlier ones use a stop token.
///
/// An executor must not end while waits of its handlers are in a queue: request a stop, and let it run. A handler that
/// an executor drops gives back what its wait got.
namespace cqs::asio {

/// Waits as a coroutine waits by `co_await`: for any result of `async_…` of a primitive, apart from a condition variable.
template <class Operation, class Abort, class Outcome, class Token>
auto async_await(awaitable<Operation, Abort, Outcome> awaited, Token&& token) {
  return detail::await_by_token(std::move(awaited), std::forward<Token>(token));
}

/// A semaphore, then the limits of the primitive's own function, then the token. So it is with all that follow.
inline constexpr detail::with_token async_acquire{[](auto& semaphore, auto&&... limits) {
  return semaphore.async_acquire(std::forward<decltype(limits)>(limits)...);
}};
inline constexpr detail::with_token async_acquire_for{[](auto& semaphore, auto&&... limits) {
  return semaphore.async_acquire_for(std::forward<decltype(limits)>(limits)...);
}};
inline constexpr detail::with_token async_acquire_until{[](auto& semaphore, auto&&... limits) {
  return semaphore.async_acquire_until(std::forward<decltype(limits)>(limits)...);
}};

/// A mutex, or a shared mutex as a writer.
inline constexpr detail::with_token async_lock{[](auto& mutex, auto&&... limits) {
  return mutex.async_lock(std::forward<decltype(limits)>(limits)...);
}};
inline constexpr detail::with_token async_lock_for{[](auto& mutex, auto&&... limits) {
  return mutex.async_lock_for(std::forward<decltype(limits)>(limits)...);
}};
inline constexpr detail::with_token async_lock_until{[](auto& mutex, auto&&... limits) {
  return mutex.async_lock_until(std::forward<decltype(limits)>(limits)...);
}};

/// The same. The handler gets a `std::unique_lock`.
inline constexpr detail::with_token async_scoped_lock{[](auto& mutex, auto&&... limits) {
  return mutex.async_scoped_lock(std::forward<decltype(limits)>(limits)...);
}};
inline constexpr detail::with_token async_scoped_lock_for{[](auto& mutex, auto&&... limits) {
  return mutex.async_scoped_lock_for(std::forward<decltype(limits)>(limits)...);
}};
inline constexpr detail::with_token async_scoped_lock_until{[](auto& mutex, auto&&... limits) {
  return mutex.async_scoped_lock_until(std::forward<decltype(limits)>(limits)...);
}};

/// A shared mutex as a reader.
inline constexpr detail::with_token async_lock_shared{[](auto& mutex, auto&&... limits) {
  return mutex.async_lock_shared(std::forward<decltype(limits)>(limits)...);
}};
inline constexpr detail::with_token async_lock_shared_for{[](auto& mutex, auto&&... limits) {
  return mutex.async_lock_shared_for(std::forward<decltype(limits)>(limits)...);
}};
inline constexpr detail::with_token async_lock_shared_until{[](auto& mutex, auto&&... limits) {
  return mutex.async_lock_shared_until(std::forward<decltype(limits)>(limits)...);
}};

/// The same. The handler gets a `std::shared_lock`.
inline constexpr detail::with_token async_scoped_lock_shared{[](auto& mutex, auto&&... limits) {
  return mutex.async_scoped_lock_shared(std::forward<decltype(limits)>(limits)...);
}};
inline constexpr detail::with_token async_scoped_lock_shared_for{[](auto& mutex, auto&&... limits) {
  return mutex.async_scoped_lock_shared_for(std::forward<decltype(limits)>(limits)...);
}};
inline constexpr detail::with_token async_scoped_lock_shared_until{[](auto& mutex, auto&&... limits) {
  return mutex.async_scoped_lock_shared_until(std::forward<decltype(limits)>(limits)...);
}};

/// A pool. The handler gets a `std::optional`.
inline constexpr detail::with_token async_take{
    [](auto& pool, auto&&... limits) { return pool.async_take(std::forward<decltype(limits)>(limits)...); }};
inline constexpr detail::with_token async_take_for{[](auto& pool, auto&&... limits) {
  return pool.async_take_for(std::forward<decltype(limits)>(limits)...);
}};
inline constexpr detail::with_token async_take_until{[](auto& pool, auto&&... limits) {
  return pool.async_take_until(std::forward<decltype(limits)>(limits)...);
}};

/// A latch, or a barrier: then the first of the limits is the arrival.
inline constexpr detail::with_token async_wait{[](auto& meeting, auto&&... limits) {
  return meeting.async_wait(std::forward<decltype(limits)>(limits)...);
}};
inline constexpr detail::with_token async_wait_for{[](auto& meeting, auto&&... limits) {
  return meeting.async_wait_for(std::forward<decltype(limits)>(limits)...);
}};
inline constexpr detail::with_token async_wait_until{[](auto& meeting, auto&&... limits) {
  return meeting.async_wait_until(std::forward<decltype(limits)>(limits)...);
}};

/// A latch or a barrier.
inline constexpr detail::with_token async_arrive_and_wait{[](auto& meeting, auto&&... limits) {
  return meeting.async_arrive_and_wait(std::forward<decltype(limits)>(limits)...);
}};
inline constexpr detail::with_token async_arrive_and_wait_for{[](auto& meeting, auto&&... limits) {
  return meeting.async_arrive_and_wait_for(std::forward<decltype(limits)>(limits)...);
}};
inline constexpr detail::with_token async_arrive_and_wait_until{[](auto& meeting, auto&&... limits) {
  return meeting.async_arrive_and_wait_until(std::forward<decltype(limits)>(limits)...);
}};

}  // namespace cqs::asio
