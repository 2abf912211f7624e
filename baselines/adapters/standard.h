#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <stop_token>
#include <utility>

#include "baselines/concepts/pool.h"

/// Adapters for types with the standard library's interface, or with a part of it: each member exists if the
/// wrapped type has it. An implementation derives from one of them and adds its `about`.
namespace cqs::baselines {

template <class Mutex>
class standard_mutex {
 public:
  struct hold {};

  void lock(hold& /*unused*/) { _mutex.lock(); }
  void unlock(hold& /*unused*/) { _mutex.unlock(); }

  bool try_lock_for(hold& /*unused*/, std::chrono::nanoseconds timeout) requires(requires(Mutex& m) {
    m.try_lock_for(timeout);
  }) {
    return _mutex.try_lock_for(timeout);
  }
  bool lock(hold& /*unused*/, std::stop_token stop) requires(requires(Mutex& m) {
    { m.lock(stop) } -> std::same_as<bool>;
  }) {
    return _mutex.lock(std::move(stop));
  }

  /// The wrapped object, for measures of its own.
  const Mutex& underlying() const noexcept { return _mutex; }

 protected:
  Mutex _mutex;
};

template <class Mutex>
class standard_shared_mutex : public standard_mutex<Mutex> {
 public:
  using hold = typename standard_mutex<Mutex>::hold;

  void lock_shared(hold& /*unused*/) { this->_mutex.lock_shared(); }
  void unlock_shared(hold& /*unused*/) { this->_mutex.unlock_shared(); }

  bool try_lock_shared_for(hold& /*unused*/, std::chrono::nanoseconds timeout) requires(requires(Mutex& m) {
    m.try_lock_shared_for(timeout);
  }) {
    return this->_mutex.try_lock_shared_for(timeout);
  }
  bool lock_shared(hold& /*unused*/, std::stop_token stop) requires(requires(Mutex& m) {
    { m.lock_shared(stop) } -> std::same_as<bool>;
  }) {
    return this->_mutex.lock_shared(std::move(stop));
  }
};

template <class Semaphore>
class standard_semaphore {
 public:
  explicit standard_semaphore(std::ptrdiff_t permits) : _semaphore(permits) {}

  void acquire() { _semaphore.acquire(); }
  void release() { _semaphore.release(); }

  bool try_acquire_for(std::chrono::nanoseconds timeout) requires(requires(Semaphore& s) {
    s.try_acquire_for(timeout);
  }) {
    return _semaphore.try_acquire_for(timeout);
  }
  bool acquire(std::stop_token stop) requires(requires(Semaphore& s) {
    { s.acquire(stop) } -> std::same_as<bool>;
  }) {
    return _semaphore.acquire(std::move(stop));
  }
  auto acquire_request() requires(requires(Semaphore& s) { s.acquire_request(); }) {
    return _semaphore.acquire_request();
  }

  const Semaphore& underlying() const noexcept { return _semaphore; }

 private:
  Semaphore _semaphore;
};

template <class Latch>
class standard_latch {
 public:
  explicit standard_latch(std::ptrdiff_t count) : _latch(count) {}

  void count_down() { _latch.count_down(); }
  void wait() { _latch.wait(); }

  bool wait_for(std::chrono::nanoseconds timeout) requires(requires(Latch& l) { l.wait_for(timeout); }) {
    return _latch.wait_for(timeout);
  }
  bool wait(std::stop_token stop) requires(requires(Latch& l) {
    { l.wait(stop) } -> std::same_as<bool>;
  }) {
    return _latch.wait(std::move(stop));
  }

  const Latch& underlying() const noexcept { return _latch; }

 private:
  Latch _latch;
};

template <class Barrier>
class standard_barrier {
 public:
  explicit standard_barrier(std::ptrdiff_t parties) : _barrier(parties) {}

  void arrive_and_wait() { _barrier.arrive_and_wait(); }

 protected:
  Barrier _barrier;
};

/// For types with the interface of `cqs::queue_pool`, with elements of type `element`.
template <class Pool>
class standard_pool {
 public:
  explicit standard_pool(std::size_t capacity) requires(std::constructible_from<Pool, std::size_t>)
      : _pool(capacity) {}
  explicit standard_pool(std::size_t /*capacity*/) requires(!std::constructible_from<Pool, std::size_t>) {}

  void put(element e) { _pool.put(e); }
  element take() { return _pool.take(); }

  std::optional<element> take_for(std::chrono::nanoseconds timeout) requires(requires(Pool& p) {
    p.take_for(timeout);
  }) {
    return _pool.take_for(timeout);
  }
  std::optional<element> take(std::stop_token stop) requires(requires(Pool& p) { p.take(stop); }) {
    return _pool.take(std::move(stop));
  }

  const Pool& underlying() const noexcept { return _pool; }

 private:
  Pool _pool;
};

}  // namespace cqs::baselines
