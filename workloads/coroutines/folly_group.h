#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <folly/Executor.h>
#include <folly/Function.h>
#include <folly/coro/Baton.h>
#include <folly/coro/Mutex.h>
#include <folly/coro/Task.h>
#include <folly/coro/UnboundedQueue.h>
#include <folly/fibers/Semaphore.h>

#include <cqs/folly.h>

#include "baselines/concepts/description.h"
#include "baselines/folly/origin.h"
#include "workloads/coroutines/cqs_resources.h"
#include "workloads/coroutines/plain_group.h"
#include "workloads/coroutines/worker_pool.h"

/// Folly's coroutines, on workers as simple as the others, and the primitives they wait for.
namespace cqs::workloads {

class folly_workers final : public folly::Executor {
 public:
  explicit folly_workers(const harness::cell_run& run) : _pool(run.cell.threads, pin_workers(run)) {}
  void add(folly::Func function) override { _pool.post(std::move(function)); }

 private:
  basic_worker_pool<folly::Func> _pool;
};

class folly_group {
 public:
  static constexpr auto waiter = "coroutine";
  static constexpr std::uint64_t most = 10'000'000;

  explicit folly_group(const harness::cell_run& run) : _run(run) {}

  template <class Resource>
  void come(std::uint64_t members, turns& all, Resource& resource) {
    _workers.emplace(_run);
    for (std::uint64_t i = 0; i < members; ++i) {
      visit<folly::coro::Task<void>>(all, resource)
          .scheduleOn(folly::getKeepAliveToken(&*_workers))
          .start([](const folly::Try<void>& /*result*/) {});
    }
  }

  template <class Resource>
  void begin(turns& all, Resource& resource) {
    _workers->add([&] {
      all.begin();
      resource.open();
    });
  }

  void end() { _workers.reset(); }

 private:
  const harness::cell_run& _run;
  std::optional<folly_workers> _workers;
};

constexpr baselines::description folly_async(std::string_view name,
                                             baselines::order order = baselines::order::any) {
  return {name, baselines::folly_origin, baselines::waiting::suspending, order};
}

class folly_mutex_turns {
 public:
  static constexpr auto about = folly_async("folly.coro.mutex", baselines::order::fifo);
  static constexpr bool exclusive = true;
  static constexpr bool has_elements = false;

  explicit folly_mutex_turns(std::uint64_t /*members*/) { static_cast<void>(_mutex.try_lock()); }

  auto enter() { return _mutex.co_lock(); }
  void leave() { _mutex.unlock(); }
  void open() { _mutex.unlock(); }

 private:
  folly::coro::Mutex _mutex;
};

class folly_semaphore_turns {
 public:
  static constexpr auto about = folly_async("folly.fibers.semaphore");
  static constexpr bool exclusive = false;
  static constexpr bool has_elements = false;

  explicit folly_semaphore_turns(std::uint64_t /*members*/) {
    while (_semaphore.try_wait()) {
    }
  }

  auto enter() { return _semaphore.co_wait(); }
  void leave() { _semaphore.signal(); }
  void open() {
    for (std::size_t i = 0; i < several; ++i) {
      _semaphore.signal();
    }
  }

 protected:
  folly::fibers::Semaphore& semaphore() noexcept { return _semaphore; }

 private:
  folly::fibers::Semaphore _semaphore{several};
};

class folly_queue_turns {
 public:
  static constexpr auto about = folly_async("folly.coro.unbounded_queue");
  static constexpr bool exclusive = false;
  static constexpr bool has_elements = true;

  explicit folly_queue_turns(std::uint64_t /*members*/) {}

  auto enter() { return _queue.dequeue(); }
  void leave(std::uint64_t element) { _queue.enqueue(element); }
  void open() {
    for (std::uint64_t i = 0; i < several; ++i) {
      _queue.enqueue(i);
    }
  }

 private:
  folly::coro::UnboundedQueue<std::uint64_t> _queue;
};

class folly_baton_turns {
 public:
  static constexpr auto about = folly_async("folly.coro.baton");
  static constexpr bool exclusive = false;
  static constexpr bool has_elements = false;
  static constexpr bool once = true;

  explicit folly_baton_turns(std::uint64_t /*members*/) {}

  folly::coro::Baton& enter() { return _baton; }
  void leave() {}
  void open() { _baton.post(); }

 private:
  folly::coro::Baton _baton;
};

}  // namespace cqs::workloads
