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

/// Passes all arguments but the last one to `make`, and awaits the result with the last one as token.
template <class Make, class... Arguments>
auto await_by_last(const Make& make, Arguments&&... arguments) {
  static_assert(sizeof...(Arguments) > 0, "the last argument is a completion token of Boost.Asio");
  constexpr std::size_t last = sizeof...(Arguments) - 1;
  auto all = std::forward_as_tuple(std::forward<Arguments>(arguments)...);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return await_by_token(make(std::get<I>(std::move(all))...), std::get<last>(std::move(all)));
  }
  (std::make_index_sequence<last>());
}

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

/// A semaphore. `limits` are those of the primitive's own function; then comes the token.
template <class Semaphore, class... LimitsAndToken>
auto async_acquire(Semaphore& semaphore, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return semaphore.async_acquire(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}
template <class Semaphore, class... LimitsAndToken>
auto async_acquire_for(Semaphore& semaphore, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return semaphore.async_acquire_for(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}
template <class Semaphore, class... LimitsAndToken>
auto async_acquire_until(Semaphore& semaphore, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return semaphore.async_acquire_until(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}

/// A mutex, or a shared mutex as a writer. `limits` are those of the primitive's own function; then comes the token.
template <class Mutex, class... LimitsAndToken>
auto async_lock(Mutex& mutex, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) { return mutex.async_lock(std::forward<Limits>(limits)...); },
      std::forward<LimitsAndToken>(limits_and_token)...);
}
template <class Mutex, class... LimitsAndToken>
auto async_lock_for(Mutex& mutex, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return mutex.async_lock_for(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}
template <class Mutex, class... LimitsAndToken>
auto async_lock_until(Mutex& mutex, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return mutex.async_lock_until(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}

/// The same. The handler gets a `std::unique_lock`. `limits` are those of the primitive's own function; then comes the token.
template <class Mutex, class... LimitsAndToken>
auto async_scoped_lock(Mutex& mutex, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return mutex.async_scoped_lock(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}
template <class Mutex, class... LimitsAndToken>
auto async_scoped_lock_for(Mutex& mutex, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return mutex.async_scoped_lock_for(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}
template <class Mutex, class... LimitsAndToken>
auto async_scoped_lock_until(Mutex& mutex, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return mutex.async_scoped_lock_until(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}

/// A shared mutex as a reader. `limits` are those of the primitive's own function; then comes the token.
template <class Mutex, class... LimitsAndToken>
auto async_lock_shared(Mutex& mutex, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return mutex.async_lock_shared(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}
template <class Mutex, class... LimitsAndToken>
auto async_lock_shared_for(Mutex& mutex, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return mutex.async_lock_shared_for(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}
template <class Mutex, class... LimitsAndToken>
auto async_lock_shared_until(Mutex& mutex, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return mutex.async_lock_shared_until(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}

/// The same. The handler gets a `std::shared_lock`. `limits` are those of the primitive's own function; then comes the token.
template <class Mutex, class... LimitsAndToken>
auto async_scoped_lock_shared(Mutex& mutex, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return mutex.async_scoped_lock_shared(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}
template <class Mutex, class... LimitsAndToken>
auto async_scoped_lock_shared_for(Mutex& mutex, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return mutex.async_scoped_lock_shared_for(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}
template <class Mutex, class... LimitsAndToken>
auto async_scoped_lock_shared_until(Mutex& mutex, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return mutex.async_scoped_lock_shared_until(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}

/// A pool. The handler gets a `std::optional`. `limits` are those of the primitive's own function; then comes the token.
template <class Pool, class... LimitsAndToken>
auto async_take(Pool& pool, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) { return pool.async_take(std::forward<Limits>(limits)...); },
      std::forward<LimitsAndToken>(limits_and_token)...);
}
template <class Pool, class... LimitsAndToken>
auto async_take_for(Pool& pool, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return pool.async_take_for(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}
template <class Pool, class... LimitsAndToken>
auto async_take_until(Pool& pool, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return pool.async_take_until(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}

/// A latch, or a barrier: then the first of the limits is the arrival. `limits` are those of the primitive's own function; then comes the token.
template <class Meeting, class... LimitsAndToken>
auto async_wait(Meeting& meeting, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return meeting.async_wait(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}
template <class Meeting, class... LimitsAndToken>
auto async_wait_for(Meeting& meeting, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return meeting.async_wait_for(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}
template <class Meeting, class... LimitsAndToken>
auto async_wait_until(Meeting& meeting, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return meeting.async_wait_until(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}

/// A latch or a barrier. `limits` are those of the primitive's own function; then comes the token.
template <class Meeting, class... LimitsAndToken>
auto async_arrive_and_wait(Meeting& meeting, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return meeting.async_arrive_and_wait(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}
template <class Meeting, class... LimitsAndToken>
auto async_arrive_and_wait_for(Meeting& meeting, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return meeting.async_arrive_and_wait_for(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}
template <class Meeting, class... LimitsAndToken>
auto async_arrive_and_wait_until(Meeting& meeting, LimitsAndToken&&... limits_and_token) {
  return detail::await_by_last(
      [&]<class... Limits>(Limits&&... limits) {
        return meeting.async_arrive_and_wait_until(std::forward<Limits>(limits)...);
      },
      std::forward<LimitsAndToken>(limits_and_token)...);
}

}  // namespace cqs::asio
