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

/// Listing 16: threads put elements in and take them out; a `take` of an empty pool waits for its turn. Semaphores and
/// mutexes are pools whose elements carry no data, so their permits need no storage.
///
/// `Storage` keeps the elements that no `take` waits for. `_size` decides how often the pool calls `try_insert(T&)` and
/// `try_retrieve()`. If a retrieval overtakes the insertion that it is paired with, both fail, and both operations
/// start again.
///
/// | size | meaning                                                               |
/// |------|-----------------------------------------------------------------------|
/// | ≥ 0  | the number of elements that are stored, or about to be                |
/// | < 0  | minus the number of operations that wait, or are about to             |
///
/// The size orders the giver of a permit before its taker, also if no cell is involved. Elements with data need no
/// order of the size: the cell or the storage that hands them over has its own.
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
      // [size.start] acquire <- [size.*]: as [size.take]; mutant order-size-start-release
      // release -> [size.*]; argued size-orders-one-way
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
    // [size.put] release -> [size.*]: the accesses to the pool, which the taker may destroy;
    // mutant order-size-put-acquire
    // acquire <- [size.*]; argued size-orders-one-way
    put_counted(element, _size.fetch_add(1, std::memory_order_acq_rel));
  }

  /// The rest of a `put`: `size` is the value before its element was counted.
  void put_counted(T& element, std::int64_t size) noexcept {
    while (size < 0 ? !_queue.resume(element, take_operation{*this}) : !_storage.try_insert(element)) {
      // [size.put_again] release -> [size.*]: as [size.put]; mutant order-size-put-again-acquire
      // acquire <- [size.*]; argued size-orders-one-way
      size = _size.fetch_add(1, std::memory_order_acq_rel);
    }
  }

  /// Takes an element, or waits for one. Returns nothing if the wait was aborted. If it has to wait it may throw
  /// `std::bad_alloc`, and then has no effect.
  template <class Abort>
  std::optional<T> take(const Abort& abort) {
    if (abort.leaves_no_time()) {
      return try_take();
    }
    // [size.take] acquire <- [size.*]: what the giver of the permit did; mutant order-size-take-release
    // release -> [size.*]; argued size-orders-one-way
    auto size = _size.fetch_sub(1, std::memory_order_acq_rel);
    if (size > 0) [[likely]] {
      if (auto element = _storage.try_retrieve()) {
        return element;
      }
      // [size.take_again] acquire <- [size.*]; argued size-of-stored-elements
      // release -> [size.*]; argued size-of-stored-elements
      size = _size.fetch_sub(1, std::memory_order_acq_rel);
    }
    return wait_for_element(size, abort);
  }

  std::optional<T> try_take() noexcept {
    auto size = _size.load(std::memory_order_relaxed);
    while (size > 0) {
      // [size.try_take] acquire <- [size.*]: as [size.take]; mutant order-size-try-release
      // release -> [size.*]; argued size-orders-one-way
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
  /// Takes a waiter out of the count, unless a `put` is on its way to the waiter. Such a `put` still uses the pool. So
  /// its element must not be counted before it arrives: a thread that takes that element may destroy the pool.
  bool withdraw() noexcept {
    auto size = _size.load(std::memory_order_relaxed);
    while (size < 0) {
      // [size.withdraw] acquire <- [size.*]; argued size-orders-one-way
      // release -> [size.*]; argued size-orders-one-way
      if (_size.compare_exchange_weak(size, size + 1, std::memory_order_acq_rel, std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  }

  /// The rest of a `take` up to its wait: `size` is the value before the `take` was counted. True if it is done.
  bool start_take(waiter_type& waiter, std::int64_t size) {
    // [size.restart] acquire <- [size.*]: as [size.take], after a broken cell; mutant order-size-restart-release
    // release -> [size.*]; argued size-orders-one-way
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
