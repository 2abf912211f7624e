#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>

#include <cqs/detail/misuse.h>
#include <cqs/detail/queue/slot.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/platform/native.h>

#include <baselines/aqs/condition.h>
#include <baselines/aqs/fairness.h>
#include <baselines/aqs/mutex.h>

namespace cqs::baselines::aqs {

/// The counterpart of Java's ArrayBlockingQueue: a ring of elements, one mutex, and two conditions. First in,
/// first out; `put` waits while it is full, `take` while it is empty.
///
/// Fair: as its mutex. Abort: the wait for an element can be aborted, the wait for the mutex cannot; see
/// `condition`. Progress: blocking. Memory: the ring, and the nodes of `mutex`. `T` must not throw when
/// moved.
template <class T, fairness Fairness = fairness::unfair, platform Platform = native>
class array_blocking_queue {
 public:
  using value_type = T;
  using stop_token = typename Platform::stop_token;

  explicit array_blocking_queue(std::size_t capacity) : _capacity(capacity) {
    if (capacity < 1) {
      cqs::detail::throw_invalid_argument(
          "cqs::baselines::aqs::array_blocking_queue: the capacity must be at least 1");
    }
    _ring = Platform::template create_array<slot>(capacity);
  }
  array_blocking_queue(const array_blocking_queue&) = delete;
  array_blocking_queue& operator=(const array_blocking_queue&) = delete;

  ~array_blocking_queue() {
    while (try_take()) {
    }
    Platform::destroy_array(_ring, _capacity);
  }

  void put(T element) {
    const std::lock_guard lock(_mutex);
    while (_size.read() == _capacity) {
      _not_full.await();
    }
    _ring[(_begin.read() + _size.read()) % _capacity].put(std::move(element));
    ++_size.write();
    _not_empty.signal();
  }

  /// Takes an element; waits if there is none.
  T take() { return *take_or(cqs::detail::never_abort<Platform>{}); }

  /// Like `take`, but returns nothing after a stop request.
  [[nodiscard]] std::optional<T> take(stop_token stop) {
    return take_or(cqs::detail::abort_on_stop<Platform>(std::move(stop)));
  }

  [[nodiscard]] std::optional<T> try_take() {
    const std::lock_guard lock(_mutex);
    return _size.read() == 0 ? std::nullopt : std::optional<T>(take_first());
  }

  template <class Rep, class Period>
  [[nodiscard]] std::optional<T> take_for(const std::chrono::duration<Rep, Period>& timeout) {
    return take_or(cqs::detail::abort_after<Platform>(timeout));
  }

  template <class Clock, class Duration>
  [[nodiscard]] std::optional<T> take_until(const std::chrono::time_point<Clock, Duration>& deadline) {
    return take_or(cqs::detail::abort_at<Platform, Clock, Duration>(deadline));
  }

 private:
  using mutex_type = mutex<Fairness, Platform>;
  using slot = cqs::detail::slot<T, Platform>;

  template <class Abort>
  std::optional<T> take_or(const Abort& abort) {
    const std::lock_guard lock(_mutex);
    while (_size.read() == 0) {
      if (!_not_empty.await_or(abort) && _size.read() == 0) {
        return std::nullopt;
      }
    }
    return take_first();
  }

  T take_first() noexcept {
    T element = _ring[_begin.read()].take();
    _begin.write() = (_begin.read() + 1) % _capacity;
    --_size.write();
    _not_full.signal();
    return element;
  }

  mutex_type _mutex;
  condition<mutex_type> _not_empty{_mutex};
  condition<mutex_type> _not_full{_mutex};
  std::size_t _capacity;
  slot* _ring = nullptr;
  typename Platform::template plain<std::size_t> _begin{0};
  typename Platform::template plain<std::size_t> _size{0};
};

}  // namespace cqs::baselines::aqs
