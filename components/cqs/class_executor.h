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
#include <cqs/detail/list_lock.h>
#include <cqs/detail/misuse.h>
#include <cqs/detail/throw_logic_error.h>
#include <cqs/event_count.h>
#include <cqs/event_notifier.h>
#include <cqs/executor_options.h>
#include <cqs/platform/native.h>
#include <cqs/task_class.h>

namespace cqs {

/// Runs tasks when their events come: subscribers before servers before clients, and no class starves.
///
/// A task is a function and a class. `trigger` is its event: it is run once, by one of the threads that call `run`. An
/// event that comes while the task stands in a queue is the same event; one that comes while it runs makes it run once
/// more, after that. It never runs twice at once. Each worker has a queue for each class, and serves the first class that
/// has a task, but with `service_order::aged` a class that was passed over `bypass` times comes first. A worker that has
/// nothing steals from the others, and then parks (`event_notifier`).
///
/// | flag      | of a task                                                                          |
/// |-----------|------------------------------------------------------------------------------------|
/// | `exists`  | from `add` to `remove`                                                             |
/// | `queued`  | it stands in a queue                                                               |
/// | `running` | a worker runs it                                                                   |
/// | `again`   | an event came while it runs                                                        |
///
/// Above the flags stands the generation of the slot, so that the id of a task that is gone is not that of the next.
/// No task, no worker and a bypass of 0 are refused with `std::invalid_argument`, tasks over the capacity with
/// `std::length_error`, and more threads in `run` than workers with `std::logic_error`.
template <platform Platform>
class basic_class_executor {
 public:
  using stop_token = typename Platform::stop_token;

  /// Names a task, also after it is gone.
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

  /// A new task, which waits for its first event.
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
      const word state = t.state.load(std::memory_order_acquire);
      if ((state & all_flags) == 0) {
        t.kind = kind;
        t.function = std::move(function);
        // release: the task, to whoever triggers it. Only `add` makes one, and holds the lock.
        t.state.store(state | exists, std::memory_order_release);
        return {slot, generation_of(state)};
      }
    }
    throw std::length_error("cqs::class_executor::add: all " + std::to_string(_options.capacity) +
                            " places are taken; ask for a greater capacity");
  }

  /// Tells the task that something has happened; false if there is no such task.
  bool trigger(task_id id) {
    // acq_rel: what came before the event, to the run that follows; also where the task is queued already.
    return change(id, &after_event, [this](task& t) {
      _unfinished.fetch_add(1, std::memory_order_relaxed);
      enqueue(t, _next_worker.fetch_add(1, std::memory_order_relaxed) % _options.workers);
    });
  }

  /// Takes the task away; false if there is none. It is not run any more, but may be running when this returns.
  bool remove(task_id id) {
    return change(
        id, [](word state) noexcept { return (state & ~(exists | again)) | removing; },
        [this](task& t) { free(t); });
  }

  /// Makes the calling thread a worker until stop is requested. An exception of a task leaves by here, after the task
  /// has ended.
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

  /// Waits until no task is queued or running. Not from a task.
  void drain() {
    _drained.await([this] { return _unfinished.load(std::memory_order_acquire) == 0; });
  }

 private:
  using word = std::uint64_t;

  static constexpr word exists = 1;
  static constexpr word queued = 2;
  static constexpr word running = 4;
  static constexpr word again = 8;
  static constexpr word removing = 16;  ///< `remove` was called, and a worker still has it
  static constexpr word all_flags = 31;
  static constexpr word one_generation = word{1} << 32;

  static constexpr std::uint32_t generation_of(word state) noexcept {
    return static_cast<std::uint32_t>(state >> 32);
  }
  static constexpr word after_event(word state) noexcept {
    return (state & running) != 0 ? state | again : state | queued;
  }

  /// Gives a task its next state, and then, if no worker has it, does what is to be done; false if there is no such task.
  template <class Next, class Do>
  bool change(task_id id, Next next, Do if_idle) {
    if (id.slot >= _options.capacity) {
      return false;
    }
    task& t = _tasks[id.slot];
    word state = t.state.load(std::memory_order_acquire);
    do {
      if (generation_of(state) != id.generation || (state & exists) == 0) {
        return false;
      }
    } while (!t.state.compare_exchange_weak(state, next(state), std::memory_order_acq_rel,
                                            std::memory_order_acquire));
    if ((state & (queued | running)) == 0) {
      if_idle(t);
    }
    return true;
  }

  struct task {
    typename Platform::template atomic<word> state{0};
    task* next = nullptr;
    task_class kind = task_class::subscriber;
    std::function<void()> function;
  };

  struct alignas(64) worker {
    detail::class_queues<task, Platform> queues;
    basic_event_notifier<Platform> notifier;
    typename Platform::template atomic<std::uint32_t> taken{0};
  };

  /// A thread's place among the workers.
  struct place {
    explicit place(basic_class_executor& e) : executor(e) {
      while (index < e._options.workers &&
             e._workers[index].taken.exchange(1, std::memory_order_acquire) != 0) {
        ++index;
      }
      if (index == e._options.workers) {
        detail::throw_logic_error("cqs::class_executor::run: there are as many threads as workers already");
      }
    }
    place(const place&) = delete;
    place& operator=(const place&) = delete;
    ~place() { executor._workers[index].taken.store(0, std::memory_order_release); }

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

  /// [1] A read-modify-write: either an idle worker that counts itself later sees the task, or it is counted here.
  void wake_somebody(std::size_t first) noexcept {
    if (_idle.fetch_add(0, std::memory_order_acq_rel) == 0) {
      return;
    }
    for (std::size_t i = 0; i < _options.workers; ++i) {
      if (_workers[(first + i) % _options.workers].notifier.notify()) {
        return;
      }
    }
  }

  void park(worker& own, stop_token stop) {
    _idle.fetch_add(1, std::memory_order_acq_rel);  // [1]
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

  /// Its own first, then another's.
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
    // acq_rel: the event, and the last run. From here on an event is a new one.
    const word before = t.state.fetch_add(running - queued, std::memory_order_acq_rel);
    if ((before & exists) != 0) {
      t.function();
    }
  }

  void finish(task& t, std::size_t index) noexcept {
    word state = t.state.load(std::memory_order_relaxed);
    word after = 0;
    do {
      after = state & ~(running | again);
      after |= (state & again) != 0 ? queued : 0;
    } while (
        !t.state.compare_exchange_weak(state, after, std::memory_order_acq_rel, std::memory_order_relaxed));
    if ((after & queued) != 0) {
      enqueue(t, index);
      return;
    }
    if ((after & removing) != 0) {
      free(t);
    }
    if (_unfinished.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      _drained.notify_all();
    }
  }

  void free(task& t) noexcept {
    t.function = nullptr;
    // release: to the next `add`.
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
