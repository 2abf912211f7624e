#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include <cqs/detail/queue/list_lock.h>
#include <cqs/executor_options.h>
#include <cqs/platform/platform.h>
#include <cqs/task_class.h>

namespace cqs::detail {

/// The queues of one worker, one per class. Other workers steal from them. `Task` has a `next` and a `kind`.
template <class Task, platform Platform>
class class_queues {
 public:
  class_queues() noexcept = default;

  void push(Task& task, service_order order) noexcept {
    const guard locked(_guard);
    task.next.write() = nullptr;
    queue& q = _queues.write()[order == service_order::fifo ? 0 : static_cast<std::size_t>(task.kind.read())];
    (q.last != nullptr ? q.last->next.write() : q.first) = &task;
    q.last = &task;
    // Only holders of the guard change the size. A worker that looks for work reads it without the guard. relaxed: a
    // worker that finds a task takes the guard, and [idle.count] orders a worker that finds none.
    _size.fetch_add(1, std::memory_order_relaxed);
  }

  /// Removes and returns the task to run next; null if there is none.
  Task* pop(service_order order, std::uint32_t bypass) noexcept {
    if (empty()) {
      return nullptr;
    }
    const guard locked(_guard);
    auto& queues = _queues.write();
    const std::size_t served = pick(queues, order, bypass);
    if (served == task_classes) {
      return nullptr;
    }
    queue& q = queues[served];
    Task* const task = q.first;
    q.first = task->next.read();
    q.last = q.first != nullptr ? q.last : nullptr;
    count_bypassed(queues, served);
    _size.fetch_sub(1, std::memory_order_relaxed);
    return task;
  }

  bool empty() const noexcept { return _size.load(std::memory_order_relaxed) == 0; }

 private:
  using guard = std::lock_guard<list_lock<Platform>>;

  struct queue {
    Task* first = nullptr;
    Task* last = nullptr;
    std::uint32_t bypassed = 0;  ///< how often this class was passed over since its last turn
  };
  using queues_type = std::array<queue, task_classes>;

  /// Returns the last class that was passed over too often, or else the first class that has a task.
  static std::size_t pick(const queues_type& queues, service_order order, std::uint32_t bypass) noexcept {
    for (std::size_t i = task_classes; order == service_order::aged && i > 0; --i) {
      if (queues[i - 1].first != nullptr && queues[i - 1].bypassed >= bypass) {
        return i - 1;
      }
    }
    std::size_t first = 0;
    while (first < task_classes && queues[first].first == nullptr) {
      ++first;
    }
    return first;
  }

  static void count_bypassed(queues_type& queues, std::size_t served) noexcept {
    queues[served].bypassed = 0;
    for (std::size_t i = served + 1; i < task_classes; ++i) {
      queues[i].bypassed += queues[i].first != nullptr ? 1U : 0U;
    }
  }

  mutable list_lock<Platform> _guard;
  typename Platform::template plain<queues_type> _queues;
  typename Platform::template atomic<std::uint32_t> _size{0};
};

}  // namespace cqs::detail
