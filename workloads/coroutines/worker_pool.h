#pragma once

#include <condition_variable>
#include <coroutine>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include <cqs/coroutine.h>

namespace cqs::workloads {

/// A few threads that run whatever coroutines they are given, in order.
class worker_pool {
 public:
  explicit worker_pool(std::size_t workers) {
    for (std::size_t i = 0; i < workers; ++i) {
      _workers.emplace_back([this] { work(); });
    }
  }
  worker_pool(const worker_pool&) = delete;
  worker_pool& operator=(const worker_pool&) = delete;

  /// Runs what it has been given up to now, and whatever that gives it.
  ~worker_pool() {
    {
      const std::lock_guard guard(_lock);
      _closing = true;
    }
    _changed.notify_all();
  }

  void post(std::coroutine_handle<> coroutine) {
    {
      const std::lock_guard guard(_lock);
      _ready.push_back(coroutine);
    }
    _changed.notify_one();
  }

 private:
  void work() {
    std::unique_lock guard(_lock);
    for (;;) {
      _changed.wait(guard, [this] { return _closing || !_ready.empty(); });
      if (_ready.empty()) {
        return;
      }
      const auto next = _ready.front();
      _ready.pop_front();
      guard.unlock();
      resume_in_turn(next);
      guard.lock();
    }
  }

  std::mutex _lock;
  std::condition_variable _changed;
  std::deque<std::coroutine_handle<>> _ready;
  bool _closing = false;
  std::vector<std::jthread> _workers;
};

}  // namespace cqs::workloads
