#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <limits>
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

/// The counterpart of Java's LinkedBlockingQueue: the two-lock queue of Michael and Scott (1996) and a count.
/// `put` and `take` have a mutex and a condition each, so they do not block each other. First in, first out;
/// `put` waits while the queue is full, `take` while it is empty.
///
/// Waiters of one kind wake each other: a `take` that leaves elements behind signals the next `take`. Only a
/// `put` into an empty queue locks the other side's mutex.
///
/// The list begins with a node without an element. A `put` links a node, then counts it. A `take` that has
/// seen the count (acquire) follows the link and frees the old first node, which no `put` can reach any more.
///
/// Fair: its mutexes are unfair, as in Java. Abort: the wait for an element can be aborted, the wait for the
/// mutex cannot; see `condition`. Progress: blocking. Memory: one node per element, and the nodes of the
/// mutexes. `put` throws `std::bad_alloc` without memory, and then has no effect. `T` must not throw when
/// moved.
template <class T, platform Platform = native>
class linked_blocking_queue {
 public:
  using value_type = T;
  using stop_token = typename Platform::stop_token;

  explicit linked_blocking_queue(std::size_t capacity = std::numeric_limits<std::size_t>::max())
      : _capacity(capacity) {
    if (capacity < 1) {
      cqs::detail::throw_invalid_argument(
          "cqs::baselines::aqs::linked_blocking_queue: the capacity must be at least 1");
    }
    _first.write() = _last.write() = Platform::template create<node>();
  }
  linked_blocking_queue(const linked_blocking_queue&) = delete;
  linked_blocking_queue& operator=(const linked_blocking_queue&) = delete;

  ~linked_blocking_queue() {
    while (_size.load(std::memory_order_relaxed) > 0) {
      static_cast<void>(take_first());
      _size.fetch_sub(1, std::memory_order_relaxed);
    }
    Platform::destroy(_first.read());
  }

  void put(T element) {
    node* const added = Platform::template create<node>();
    added->element.put(std::move(element));
    std::size_t size = 0;
    {
      const std::lock_guard lock(_put_mutex);
      while (_size.load(std::memory_order_relaxed) == _capacity) {  // only a `put` increases it
        _not_full.await();
      }
      _last.read()->next.write() = added;
      _last.write() = added;
      size = _size.fetch_add(1, std::memory_order_release);  // [1] release: the node
      if (size + 1 < _capacity) {
        _not_full.signal();
      }
    }
    if (size == 0) {
      const std::lock_guard lock(_take_mutex);
      _not_empty.signal();
    }
  }

  /// Takes an element; waits if there is none.
  T take() { return *take_or(cqs::detail::never_abort<Platform>{}); }

  /// Like `take`, but returns nothing after a stop request.
  [[nodiscard]] std::optional<T> take(stop_token stop) {
    return take_or(cqs::detail::abort_on_stop<Platform>(std::move(stop)));
  }

  [[nodiscard]] std::optional<T> try_take() {
    if (_size.load(std::memory_order_relaxed) == 0) {
      return std::nullopt;
    }
    return take_awaiting([] { return false; });
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
  using mutex_type = mutex<fairness::unfair, Platform>;

  struct node {
    cqs::detail::slot<T, Platform> element;
    typename Platform::template plain<node*> next{nullptr};
  };

  template <class Abort>
  std::optional<T> take_or(const Abort& abort) {
    return take_awaiting([&] { return _not_empty.await_or(abort); });
  }

  /// `await` waits for an element and returns false if it was aborted.
  template <class Await>
  std::optional<T> take_awaiting(const Await& await) {
    std::optional<T> element;
    std::size_t size = 0;
    {
      const std::lock_guard lock(_take_mutex);
      // [1] acquire: pairs with the release in `put`.
      while (_size.load(std::memory_order_acquire) == 0) {
        if (!await() && _size.load(std::memory_order_acquire) == 0) {
          return std::nullopt;
        }
      }
      element.emplace(take_first());
      // release: with the `put` that finds room. acquire: as [1], also through the counts of others.
      size = _size.fetch_sub(1, std::memory_order_acq_rel);
      if (size > 1) {
        _not_empty.signal();
      }
    }
    if (size == _capacity) {
      const std::lock_guard lock(_put_mutex);
      _not_full.signal();
    }
    return element;
  }

  T take_first() noexcept {
    node* const old_first = _first.read();
    node* const first = old_first->next.read();
    Platform::destroy(old_first);
    _first.write() = first;
    return first->element.take();
  }

  std::size_t _capacity;
  typename Platform::template atomic<std::size_t> _size{0};
  mutex_type _take_mutex;
  condition<mutex_type> _not_empty{_take_mutex};
  typename Platform::template plain<node*> _first{nullptr};
  alignas(64) mutex_type _put_mutex;
  condition<mutex_type> _not_full{_put_mutex};
  typename Platform::template plain<node*> _last{nullptr};
};

}  // namespace cqs::baselines::aqs
