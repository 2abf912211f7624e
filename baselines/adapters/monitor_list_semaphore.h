#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>

namespace cqs::baselines {

/// A fair semaphore as large programs have it: a mutex, and a list of waiters with one condition each. A permit goes
/// directly to the first waiter. A wait that times out takes itself out of the list.
///
/// There are permits only while nobody waits, so no newcomer overtakes. The waiters are on the stacks of their
/// threads.
template <class Mutex, class Condition>
class monitor_list_semaphore {
 public:
  explicit monitor_list_semaphore(std::ptrdiff_t permits) : _permits(permits) {}

  void acquire() {
    std::unique_lock lock(_mutex);
    if (take()) {
      return;
    }
    waiter own;
    append(own);
    own.turn.wait(lock, [&own] { return own.served; });
  }

  bool try_acquire_for(std::chrono::nanoseconds timeout) {
    std::unique_lock lock(_mutex);
    if (take()) {
      return true;
    }
    waiter own;
    append(own);
    if (own.turn.wait_for(lock, timeout, [&own] { return own.served; })) {
      return true;
    }
    remove(own);
    return false;
  }

  void release() {
    const std::scoped_lock lock(_mutex);
    waiter* const first = _first;
    if (first == nullptr) {
      ++_permits;
      return;
    }
    remove(*first);
    first->served = true;
    first->turn.notify_one();  // before the waiter can return: the condition is on its stack
  }

 private:
  struct waiter {
    Condition turn;
    waiter* previous = nullptr;
    waiter* next = nullptr;
    bool served = false;
  };

  bool take() {
    if (_permits == 0) {
      return false;
    }
    --_permits;
    return true;
  }

  void append(waiter& last) {
    last.previous = _last;
    (_last == nullptr ? _first : _last->next) = &last;
    _last = &last;
  }

  void remove(waiter& one) {
    (one.previous == nullptr ? _first : one.previous->next) = one.next;
    (one.next == nullptr ? _last : one.next->previous) = one.previous;
  }

  Mutex _mutex;
  std::ptrdiff_t _permits;
  waiter* _first = nullptr;
  waiter* _last = nullptr;
};

}  // namespace cqs::baselines
