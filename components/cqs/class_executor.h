#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include <cqs/detail/class_queues.h>
#include <cqs/detail/misuse.h>
#include <cqs/detail/queue/list_lock.h>
#include <cqs/detail/throw_logic_error.h>
#include <cqs/event_count.h>
#include <cqs/event_notifier.h>
#include <cqs/executor_options.h>
#include <cqs/platform/native.h>
#include <cqs/task_class.h>

namespace cqs {

/// Runs tasks after their events: subscribers before servers before clients, and no class starves.
///
/// A task is a function and a class. `trigger` is its event: one of the threads that call `run` then runs the task
/// once. Events of a task that is in a queue count as one. An event of a running task makes it run once more
/// afterwards. A task never runs twice at the same time. Each worker has a queue for each class, and serves the first
/// class that has a task. With `service_order::aged`, a class that was passed over `bypass` times comes first. A
/// worker without a task steals from the others, and then parks (`event_notifier`).
///
/// A worker leaves when stop is requested, or when its task throws. The other workers, or the next thread that calls
/// `run`, run the tasks that it leaves behind: an event that has woken the leaving worker wakes another one.
///
/// | flag      | of a task                                                                          |
/// |-----------|------------------------------------------------------------------------------------|
/// | `exists`  | from `add` to `remove`                                                             |
/// | `queued`  | the task is in a queue                                                             |
/// | `running` | a worker runs the task                                                             |
/// | `again`   | an event came while the task runs                                                  |
///
/// The bits above the flags are the generation of the slot, so that a task never has the id of an earlier task. Errors:
/// `std::invalid_argument` for an empty function, no workers or a bypass of 0; `std::length_error` for tasks over the
/// capacity; `std::logic_error` for more threads in `run` than workers.
template <platform Platform>
class basic_class_executor {
 public:
  using stop_token = typename Platform::stop_token;

  /// Identifies a task, also after its removal.
  struct task_id {
    std::uint32_t slot;
    std::uint32_t generation;
  };

  explicit basic_class_executor(const executor_options& options) : _options(checked(options)) {
    _tasks = Platform::template create_array<task>(_options.capacity);
    try {
      _workers = Platform::template create_array<worker>(_options.workers);
    } catch (...) {
      Platform::destroy_array(_tasks, _options.capacity);
      throw;
    }
  }
  basic_class_executor(const basic_class_executor&) = delete;
  basic_class_executor& operator=(const basic_class_executor&) = delete;
  ~basic_class_executor() {
    Platform::destroy_array(_workers, _options.workers);
    Platform::destroy_array(_tasks, _options.capacity);
  }

  /// Adds a task, which waits for its first event.
  task_id add(task_class kind, std::function<void()> function) {
    if (static_cast<std::size_t>(kind) >= task_classes) {
      detail::throw_invalid_argument("cqs::class_executor::add: there is no such class of tasks");
    }
    if (!function) {
      detail::throw_invalid_argument("cqs::class_executor::add: the task has no function");
    }
    const std::lock_guard locked(_adding);
    for (std::uint32_t slot = 0; slot < _options.capacity; ++slot) {
      task& t = _tasks[slot];
      // [task.vacant] acquire <- [task.free]: the end of the task before; mutant order-add-look-relaxed
      const word state = t.state.load(std::memory_order_acquire);
      if ((state & all_flags) == 0) {
        t.kind.write() = kind;
        t.function.write() = std::move(function);
        // A store: only `add` creates a task, and it holds the lock.
        // [task.add] release -> [task.change]: the task; mutant order-add-relaxed
        t.state.store(state | exists, std::memory_order_release);
        return {slot, generation_of(state)};
      }
    }
    throw std::length_error("cqs::class_executor::add: all " + std::to_string(_options.capacity) +
                            " places are taken; ask for a greater capacity");
  }

  /// The event of a task. Returns false if there is no such task.
  bool trigger(task_id id) {
    bool counted = false;
    const auto next = [this, &counted](word state) noexcept {
      // Count the task before it is marked as queued: a thread that sees it queued, and then drains, must see it
      // counted.
      if (is_idle(state) && !counted) {
        _unfinished.fetch_add(1, std::memory_order_relaxed);
        counted = true;
      }
      return after_event(state);
    };
    const bool found = change(id, next, [this, &counted](task& t) {
      counted = false;
      enqueue(t, _next_worker.fetch_add(1, std::memory_order_relaxed) % _options.workers);
    });
    if (counted) {
      uncount();
    }
    return found;
  }

  /// Removes the task. Returns false if there is none. The task does not start again, but may still run on return.
  bool remove(task_id id) {
    return change(
        id, [](word state) noexcept { return (state & ~(exists | again)) | removing; },
        [this](task& t) { free(t); });
  }

  /// Makes the calling thread a worker until stop is requested and the task in progress has ended. An exception of a
  /// task ends this run of the task and leaves through `run`. The task still exists; its next event runs it again.
  void run(stop_token stop) {
    const place self(*this);
    worker& own = _workers[self.index];
    while (!stop.stop_requested()) {
      if (task* const t = find_task(self.index)) {
        execute(*t, self.index);
      } else {
        park(own, stop);
      }
    }
  }

  /// Waits until no task is queued or running. A task must not call this.
  void drain() {
    // [unfinished_tasks.drain] acquire <- [unfinished_tasks.end]: all runs; mutant order-drain-relaxed
    _drained.await([this] { return _unfinished.load(std::memory_order_acquire) == 0; });
  }

 private:
  using word = std::uint64_t;

  static constexpr word exists = 1;
  static constexpr word queued = 2;
  static constexpr word running = 4;
  static constexpr word again = 8;
  static constexpr word removing = 16;  ///< `remove` was called, and a worker still has the task
  static constexpr word all_flags = 31;
  static constexpr word one_generation = word{1} << 32;

  static constexpr std::uint32_t generation_of(word state) noexcept {
    return static_cast<std::uint32_t>(state >> 32);
  }
  static constexpr bool is_idle(word state) noexcept { return (state & (queued | running)) == 0; }
  static constexpr word after_event(word state) noexcept {
    return (state & running) != 0 ? state | again : state | queued;
  }

  /// Gives a task its next state. If no worker has the task, calls `if_idle`. Returns false if there is no such task.
  template <class Next, class Do>
  bool change(task_id id, Next next, Do if_idle) {
    if (id.slot >= _options.capacity) {
      return false;
    }
    task& t = _tasks[id.slot];
    word state = t.state.load(std::memory_order_relaxed);
    do {
      if (generation_of(state) != id.generation || (state & exists) == 0) {
        return false;
      }
      // [task.change] release -> [task.begin]: what came before the event, also if the task is queued already;
      // mutant order-event-acquire
      // acquire <- [task.add], [task.end]: the task, and the end of its last run; mutant order-event-release
    } while (!t.state.compare_exchange_weak(state, next(state), std::memory_order_acq_rel,
                                            std::memory_order_relaxed));
    if (is_idle(state)) {
      if_idle(t);
    }
    return true;
  }

  struct task {
    typename Platform::template atomic<word> state{0};
    typename Platform::template plain<task*> next;
    typename Platform::template plain<task_class> kind;
    typename Platform::template plain<std::function<void()>> function;
  };

  struct alignas(64) worker {
    detail::class_queues<task, Platform> queues;
    basic_event_notifier<Platform, park_at_once> notifier;  // a worker has looked through all queues before
    typename Platform::template atomic<std::uint32_t> taken{0};
  };

  /// A thread's place among the workers. A thread that leaves it may have been woken for a task that it does not run.
  struct place {
    explicit place(basic_class_executor& e) : executor(e) {
      while (index < e._options.workers &&
             // [taken.enter] acquire <- [taken.leave]: the notifier of the place; mutant order-enter-relaxed
             e._workers[index].taken.exchange(1, std::memory_order_acquire) != 0) {
        ++index;
      }
      if (index == e._options.workers) {
        detail::throw_logic_error("cqs::class_executor::run: there are as many threads as workers already");
      }
    }
    place(const place&) = delete;
    place& operator=(const place&) = delete;
    ~place() {
      // [taken.leave] release -> [taken.enter]: the notifier of the place; mutant order-leave-relaxed
      executor._workers[index].taken.store(0, std::memory_order_release);
      if (executor.has_task()) {
        executor.wake_somebody(index);
      }
    }

    basic_class_executor& executor;
    std::size_t index = 0;
  };

  static const executor_options& checked(const executor_options& options) {
    if (options.workers == 0) {
      detail::throw_invalid_argument("cqs::class_executor: there must be a worker");
    }
    if (options.bypass == 0) {
      detail::throw_invalid_argument("cqs::class_executor: the bypass bound is at least 1");
    }
    if (options.capacity == 0 || options.capacity > UINT32_MAX) {
      detail::throw_invalid_argument("cqs::class_executor: the capacity is from 1 to 2^32 - 1");
    }
    return options;
  }

  void enqueue(task& t, std::size_t index) noexcept {
    _workers[index].queues.push(t, _options.order);
    wake_somebody(index);
  }

  void wake_somebody(std::size_t first) noexcept {
    // A read-modify-write: a worker that counts itself later sees the task; one that did so before is counted here.
    // [idle.look] release -> [idle.count]: the queued task; mutant order-idle-look-relaxed
    if (_idle.fetch_add(0, std::memory_order_release) == 0) {
      return;
    }
    for (std::size_t i = 0; i < _options.workers; ++i) {
      if (_workers[(first + i) % _options.workers].notifier.notify()) {
        return;
      }
    }
  }

  void park(worker& own, stop_token stop) {
    // [idle.count] acquire <- [idle.look]: the queued task; mutant order-idle-count-relaxed
    _idle.fetch_add(1, std::memory_order_acquire);
    static_cast<void>(own.notifier.await([&] { return has_task() || stop.stop_requested(); }, stop));
    _idle.fetch_sub(1, std::memory_order_relaxed);
  }

  bool has_task() const noexcept {
    for (std::size_t i = 0; i < _options.workers; ++i) {
      if (!_workers[i].queues.empty()) {
        return true;
      }
    }
    return false;
  }

  /// Looks in the worker's own queues first, then in those of the others.
  task* find_task(std::size_t own) noexcept {
    for (std::size_t i = 0; i < _options.workers; ++i) {
      auto& queues = _workers[(own + i) % _options.workers].queues;
      if (task* const found = queues.pop(_options.order, _options.bypass)) {
        return found;
      }
    }
    return nullptr;
  }

  void execute(task& t, std::size_t index) {
    struct ending {
      ~ending() { executor.finish(t, index); }
      basic_class_executor& executor;
      task& t;
      std::size_t index;
    } const at_the_end{*this, t, index};
    // From here on an event makes the task run again.
    // [task.begin] acquire <- [task.change]: what came before the event; mutant order-begin-relaxed
    const word before = t.state.fetch_add(running - queued, std::memory_order_acquire);
    if ((before & exists) != 0) {
      t.function.read()();
    }
  }

  void finish(task& t, std::size_t index) noexcept {
    word state = t.state.load(std::memory_order_relaxed);
    word after = 0;
    do {
      after = state & ~(running | again);
      after |= (state & again) != 0 ? queued : 0;
      // [task.end] release -> [task.change]: the run; mutant order-end-relaxed
    } while (
        !t.state.compare_exchange_weak(state, after, std::memory_order_release, std::memory_order_relaxed));
    if ((after & queued) != 0) {
      enqueue(t, index);
      return;
    }
    if ((after & removing) != 0) {
      free(t);
    }
    uncount();
  }

  void uncount() noexcept {
    // [unfinished_tasks.end] release -> [unfinished_tasks.drain]: the run; mutant order-task-end-relaxed
    if (_unfinished.fetch_sub(1, std::memory_order_release) == 1) {
      _drained.notify_all();
    }
  }

  void free(task& t) noexcept {
    t.function.write() = nullptr;
    // [task.free] release -> [task.vacant]: the end of the task; mutant order-free-relaxed
    t.state.store((t.state.load(std::memory_order_relaxed) & ~all_flags) + one_generation,
                  std::memory_order_release);
  }

  executor_options _options;
  task* _tasks = nullptr;
  worker* _workers = nullptr;
  detail::list_lock<Platform> _adding;
  typename Platform::template atomic<std::uint32_t> _idle{0};
  typename Platform::template atomic<std::uint32_t> _next_worker{0};
  typename Platform::template atomic<std::uint32_t> _unfinished{0};
  basic_event_count<options{}, Platform> _drained;
};

using class_executor = basic_class_executor<native>;

}  // namespace cqs
