#pragma once

#include <condition_variable>
#include <coroutine>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <cqs/coroutine.h>

namespace cqs::workloads {

/// A few threads that run items in order: the simplest executor.
template <class Item>
class basic_worker_pool {
 public:
  /// Each worker first calls `begin(index)`.
  explicit basic_worker_pool(std::size_t workers, std::function<void(std::size_t)> begin = {}) {
    for (std::size_t i = 0; i < workers; ++i) {
      _workers.emplace_back([this, begin, i] {
        if (begin) {
          begin(i);
        }
        work();
      });
    }
  }
  basic_worker_pool(const basic_worker_pool&) = delete;
  basic_worker_pool& operator=(const basic_worker_pool&) = delete;

  /// Runs all items that it has, and the items that those add.
  ~basic_worker_pool() {
    {
      const std::lock_guard guard(_lock);
      _closing = true;
    }
    _changed.notify_all();
  }

  void post(Item item) {
    {
      const std::lock_guard guard(_lock);
      _ready.push_back(std::move(item));
      if (_sleeping == 0) {
        return;
      }
    }
    _changed.notify_one();
  }

 private:
  void work() {
    std::unique_lock guard(_lock);
    for (;;) {
      while (!_closing && _ready.empty()) {
        ++_sleeping;
        _changed.wait(guard);
        --_sleeping;
      }
      if (_ready.empty()) {
        return;
      }
      Item next = std::move(_ready.front());
      _ready.pop_front();
      guard.unlock();
      run(next);
      guard.lock();
    }
  }

  static void run(Item& item) {
    if constexpr (std::is_same_v<Item, std::coroutine_handle<>>) {
      resume_in_turn(item);
    } else {
      item();
    }
  }

  std::mutex _lock;
  std::condition_variable _changed;
  std::deque<Item> _ready;
  std::size_t _sleeping = 0;
  bool _closing = false;
  std::vector<std::jthread> _workers;
};

using worker_pool = basic_worker_pool<std::coroutine_handle<>>;

}  // namespace cqs::workloads
