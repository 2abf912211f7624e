#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>

#include "baselines/concepts/pool.h"

namespace cqs::baselines {

/// The textbook pool: a ring of elements, a mutex and a condition.
template <class Mutex, class Condition>
class monitor_pool {
 public:
  explicit monitor_pool(std::size_t capacity)
      : _capacity(capacity), _ring(std::make_unique<element[]>(capacity)) {}

  void put(element e) {
    {
      const std::scoped_lock lock(_mutex);
      _ring[(_first + _size++) % _capacity] = e;
    }
    _not_empty.notify_one();
  }

  element take() {
    std::unique_lock lock(_mutex);
    _not_empty.wait(lock, [this] { return _size > 0; });
    return pop();
  }

  std::optional<element> take_for(std::chrono::nanoseconds timeout) {
    std::unique_lock lock(_mutex);
    if (!_not_empty.wait_for(lock, timeout, [this] { return _size > 0; })) {
      return std::nullopt;
    }
    return pop();
  }

 private:
  element pop() {
    const element e = _ring[_first];
    _first = (_first + 1) % _capacity;
    --_size;
    return e;
  }

  Mutex _mutex;
  Condition _not_empty;
  std::size_t _capacity;
  std::size_t _first = 0;
  std::size_t _size = 0;
  std::unique_ptr<element[]> _ring;
};

}  // namespace cqs::baselines
