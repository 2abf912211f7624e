#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>

#include "baselines/concepts/description.h"
#include "baselines/cqs/variants.h"
#include "workloads/coroutines/worker_pool.h"

/// This library's primitives as resources of a group. `Wait` turns an awaitable into the wait of a coroutine
/// or of a fiber.
namespace cqs::workloads {

constexpr std::size_t several = 4;  ///< permits of a semaphore, elements of a pool

constexpr baselines::description cqs_async(std::string_view name) {
  return {name, baselines::cqs_origin, baselines::waiting::suspending, baselines::order::fifo};
}

/// A coroutine that continues in the thread that resumes it.
struct wait_here {
  template <class Awaitable>
  auto operator()(Awaitable awaited) const {
    return awaited;
  }
};

/// A coroutine that continues in a worker.
struct wait_in_pool {
  worker_pool* pool = nullptr;

  template <class Awaitable>
  auto operator()(Awaitable awaited) const {
    return std::move(awaited).via([to = pool](std::coroutine_handle<> c) { to->post(c); });
  }
};

template <class Wait>
class cqs_mutex_turns {
 public:
  static constexpr auto about = cqs_async("cqs.mutex");
  static constexpr bool exclusive = true;
  static constexpr bool has_elements = false;

  explicit cqs_mutex_turns(std::uint64_t /*members*/, Wait wait = {}) : _wait(wait) { _mutex.lock(); }

  decltype(auto) enter() { return _wait(_mutex.async_lock()); }
  void leave() { _mutex.unlock(); }
  void open() { _mutex.unlock(); }
  const auto& queue() const { return _mutex.queue(); }

 private:
  cqs::mutex _mutex;
  Wait _wait;
};

template <class Wait>
class cqs_semaphore_turns {
 public:
  static constexpr auto about = cqs_async("cqs.semaphore");
  static constexpr bool exclusive = false;
  static constexpr bool has_elements = false;

  explicit cqs_semaphore_turns(std::uint64_t /*members*/, Wait wait = {}) : _wait(wait) {}

  decltype(auto) enter() { return _wait(_semaphore.async_acquire()); }
  void leave() { _semaphore.release(); }
  void open() { _semaphore.release(several); }
  const auto& queue() const { return _semaphore.queue(); }

 private:
  cqs::counting_semaphore<> _semaphore{0};
  Wait _wait;
};

template <class Wait>
class cqs_pool_turns {
 public:
  static constexpr auto about = cqs_async("cqs.pool.queue");
  static constexpr bool exclusive = false;
  static constexpr bool has_elements = true;

  explicit cqs_pool_turns(std::uint64_t /*members*/, Wait wait = {}) : _wait(wait) {}

  decltype(auto) enter() { return _wait(_pool.async_take()); }
  void leave(std::uint64_t element) { _pool.put(element); }
  void open() {
    for (std::uint64_t i = 0; i < several; ++i) {
      _pool.put(i);
    }
  }
  const auto& queue() const { return _pool.queue(); }

 private:
  cqs::queue_pool<std::uint64_t> _pool;
  Wait _wait;
};

/// Each round is a phase. `open` is the arrival of one extra party.
template <class Wait>
class cqs_barrier_turns {
 public:
  static constexpr auto about = cqs_async("cqs.barrier");
  static constexpr bool exclusive = false;
  static constexpr bool has_elements = false;

  explicit cqs_barrier_turns(std::uint64_t members, Wait wait = {})
      : _barrier(static_cast<std::ptrdiff_t>(members) + 1), _wait(wait) {}

  decltype(auto) enter() { return _wait(_barrier.async_arrive_and_wait()); }
  void leave() {}
  void open() { _barrier.arrive_and_drop(); }
  const auto& queue() const { return _barrier.queue(); }

 private:
  cqs::barrier<> _barrier;
  Wait _wait;
};

/// All members wait once; `open` releases them.
template <class Wait>
class cqs_latch_turns {
 public:
  static constexpr auto about = cqs_async("cqs.latch");
  static constexpr bool exclusive = false;
  static constexpr bool has_elements = false;
  static constexpr bool once = true;

  explicit cqs_latch_turns(std::uint64_t /*members*/, Wait wait = {}) : _wait(wait) {}

  decltype(auto) enter() { return _wait(_latch.async_wait()); }
  void leave() {}
  void open() { _latch.count_down(); }
  const auto& queue() const { return _latch.queue(); }

 private:
  cqs::latch _latch{1};
  Wait _wait;
};

}  // namespace cqs::workloads
