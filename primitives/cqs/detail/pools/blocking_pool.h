#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <cqs/detail/waiting/abort.h>
#include <cqs/detail/waiting/thread_waiter.h>
#include <cqs/synchronizer.h>

namespace cqs::detail {

/// Listing 16: elements that are put in and taken out, where a `take` of an empty pool waits its turn.
/// Semaphores and mutexes are pools whose elements carry no data, so their permits need no storage.
///
/// `Storage` keeps the elements that nobody waits for: `try_insert(T&)` and `try_retrieve()` are called as
/// often as
/// `_size` says, and where a retrieval overtakes the insertion it is paired with, both fail, and both start
/// anew.
///
/// | size | meaning                                                               |
/// |------|-----------------------------------------------------------------------|
/// | ≥ 0  | so many elements are stored (or about to be)                          |
/// | < 0  | so many operations wait (or are about to)                             |
template <class T, class Storage, options Options, platform Platform>
class blocking_pool {
 public:
  using queue_type = synchronizer<T, Options, Platform>;
  using waiter_type = typename queue_type::waiter_type;

  /// A `take` that may have to wait (see `operation`).
  struct take_operation {
    using queue_type = blocking_pool::queue_type;

    blocking_pool& pool;

    queue_type& queue() const noexcept { return pool._queue; }

    bool start(waiter_type& waiter) const {
      return pool.start_take(waiter, pool._size.fetch_sub(1, std::memory_order_acq_rel));
    }
    bool on_cancellation(waiter_type& /*waiter*/) const noexcept { return pool.withdraw(); }
    void complete_refused_resume(T element) const noexcept { pool.put(std::move(element)); }
    void take_back(T element) const noexcept { pool.put(std::move(element)); }
  };

  constexpr explicit blocking_pool(std::int64_t size = 0) noexcept : _size(size) {}
  blocking_pool(const blocking_pool&) = delete;
  blocking_pool& operator=(const blocking_pool&) = delete;

  void put(T element) noexcept {
    // acq_rel, here and in `take`: the element's giver happens before its taker, also where no cell is
    // involved.
    put_counted(element, _size.fetch_add(1, std::memory_order_acq_rel));
  }

  /// The rest of a `put` that has found `size` when it counted its element.
  void put_counted(T& element, std::int64_t size) noexcept {
    while (size < 0 ? !_queue.resume(element, take_operation{*this}) : !_storage.try_insert(element)) {
      size = _size.fetch_add(1, std::memory_order_acq_rel);
    }
  }

  /// Takes an element, or waits for one; nothing if the wait was aborted. May throw `std::bad_alloc` when it
  /// has to wait, and then has no effect.
  template <class Abort>
  std::optional<T> take(const Abort& abort) {
    if (abort.leaves_no_time()) {
      return try_take();
    }
    auto size = _size.fetch_sub(1, std::memory_order_acq_rel);
    if (size > 0) [[likely]] {
      if (auto element = _storage.try_retrieve()) {
        return element;
      }
      size = _size.fetch_sub(1, std::memory_order_acq_rel);
    }
    return wait_for_element(size, abort);
  }

  std::optional<T> try_take() noexcept {
    auto size = _size.load(std::memory_order_relaxed);
    while (size > 0) {
      if (_size.compare_exchange_weak(size, size - 1, std::memory_order_acq_rel, std::memory_order_relaxed)) {
        if (auto element = _storage.try_retrieve()) {
          return element;
        }
        size = _size.load(std::memory_order_relaxed);
      }
    }
    return std::nullopt;
  }

  const queue_type& queue() const noexcept { return _queue; }

 protected:
  typename Platform::template atomic<std::int64_t>& size() noexcept { return _size; }

 private:
  /// Takes a waiter out of the count, unless a `put` is on its way to it. Such a put still uses the pool, so its
  /// element must not be counted before it arrives: whoever takes that element may destroy the pool.
  bool withdraw() noexcept {
    auto size = _size.load(std::memory_order_relaxed);
    while (size < 0) {
      if (_size.compare_exchange_weak(size, size + 1, std::memory_order_acq_rel, std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  }

  /// The rest of a `take` that has found `size` when it counted itself, up to where it has to wait.
  bool start_take(waiter_type& waiter, std::int64_t size) {
    for (;; size = _size.fetch_sub(1, std::memory_order_acq_rel)) {
      if (size > 0) {
        if (auto element = _storage.try_retrieve()) {
          waiter.complete_at_once(std::move(*element));
          return true;
        }
        continue;
      }
      const auto result = _queue.suspend(waiter, take_operation{*this});
      if (result != suspension::broken) {
        return result == suspension::resumed;
      }
    }
  }

  template <class Abort>
  [[gnu::noinline]] std::optional<T> wait_for_element(std::int64_t size, const Abort& abort) {
    thread_waiter<queue_type> waiter;
    if (start_take(waiter, size) || waiter.wait(take_operation{*this}, abort)) {
      return waiter.take_result();
    }
    return std::nullopt;
  }

  typename Platform::template atomic<std::int64_t> _size;
  queue_type _queue;
  [[no_unique_address]] Storage _storage;
};

}  // namespace cqs::detail
