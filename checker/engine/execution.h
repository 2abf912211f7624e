#pragma once

#include <array>
#include <cstdint>
#include <typeinfo>

#include <checker/engine/address_space.h>
#include <checker/engine/arena.h>
#include <checker/engine/choice.h>
#include <checker/engine/crash_guard.h>
#include <checker/engine/cycle_search.h>
#include <checker/engine/memory.h>
#include <checker/engine/operation.h>
#include <checker/engine/program.h>
#include <checker/engine/record.h>
#include <checker/engine/schedule.h>
#include <checker/engine/settings.h>
#include <checker/engine/strategy.h>
#include <checker/engine/thread.h>
#include <checker/engine/violation.h>

namespace cqs::check {

enum class outcome : std::uint8_t { completed, abandoned, violated };

/// Runs programs, one execution at a time. It owns their threads, their memory and their clock. Before every
/// visible operation, it asks a strategy which thread makes the next step.
///
/// Threads switch to each other directly, always inside `schedule`. A thread runs without interruption
/// between two visible operations. A woken or started thread runs at once up to its first visible operation,
/// because that part affects no other thread.
class execution {
 public:
  execution();
  execution(const execution&) = delete;
  execution& operator=(const execution&) = delete;

  /// Returns the current execution, or null.
  static execution* active() noexcept { return _active; }

  /// Runs the program once. If `record` is given, stores every step there.
  outcome run(const program& program, strategy& strategy, const settings& settings,
              recording* record = nullptr);

  // The outcome of the last execution.
  const violation& what_failed() const noexcept { return _violation; }
  const schedule& taken() const noexcept { return _schedule; }

  // The interface for the strategy.
  /// Lists the possible next steps. Without `preemptions`, lists only steps that preempt no thread.
  void list_choices(choice_list& list, bool preemptions = true) const noexcept;
  bool allowed(step what) const noexcept;
  /// A hash of the state. Two points of two executions with equal keys have equal continuations.
  std::uint64_t state_key() const noexcept;
  /// Returns `state_key` after an allowed step if it is known beforehand; otherwise 0.
  std::uint64_t key_after(step next) const noexcept;
  std::uint32_t steps() const noexcept { return _steps; }
  std::uint32_t preemptions() const noexcept { return _preemptions; }
  thread_id thread_count() const noexcept { return _thread_count; }
  thread_id current() const noexcept { return _current->id; }
  const thread& thread_at(thread_id id) const noexcept { return _threads[id]; }
  const settings& limits() const noexcept { return *_settings; }

  // The interface for the platform, called on a fiber.
  [[gnu::noinline]] void perform(operation& what) noexcept;
  void pause(bool yields, site where) noexcept;
  void construct(const void* address, location_kind kind, std::uint64_t value, site where) noexcept;
  void destruct(const void* address) noexcept;
  void read_plain(const void* address, site where) noexcept { _memory.read_plain(address, *_current, where); }
  void write_plain(const void* address, site where) noexcept {
    _memory.write_plain(address, *_current, where);
  }
  std::int64_t now(site where) noexcept;
  /// Throws `std::bad_alloc` if the scenario requested the failure.
  void* allocate(std::size_t size, std::size_t alignment, const std::type_info& type, bool internal = false);
  /// Call these before and after the destructor of the object.
  void begin_free(void* address) noexcept;
  void fail_allocation(std::uint32_t nth) noexcept { _current->allocations_until_failure = nth; }

  // The interface for histories: the order in which operations begin and end.
  /// Stores the time of the thread's next step in `where`.
  void stamp_beginning(beginning& where) noexcept;
  /// Stores the present time in `where`. All later operations begin after it.
  void stamp_end(ending& where) noexcept;
  /// Stores in `where` the time at which the thread next falls asleep; null cancels this.
  void stamp_sleep(ending* where) noexcept {
    _current->stamp_sleep = where;
    _current->pause_is_stamped = false;
  }
  /// Treats a pause as sleep until the next `stamp_sleep`.
  void stamp_pause() noexcept { _current->pause_is_stamped = true; }
  /// Makes the thread's last step and its knowledge depend on all earlier uses of `token`.
  void order_after(std::uint64_t& token) noexcept;

  std::size_t live_objects() const noexcept { return _arena.live(); }
  std::string describe(const void* address);
  /// See `fail`.
  void note_violation(violation_kind kind, std::string message) noexcept;
  [[noreturn]] void leave(outcome how) noexcept;
  /// The running stack.
  std::span<std::byte> current_stack() const noexcept { return _addresses.stack(_current->id); }

 private:
  enum class phase : std::uint8_t { setup, concurrent, finish };
  using thread_set = std::uint32_t;
  static constexpr thread_set one(thread_id id) noexcept { return thread_set{1} << id; }

  static void run_main(void* argument);
  static void run_thread(void* argument);
  /// Runs a part of the program. An exception that leaves it is a violation.
  template <class Body>
  void guard(Body body);
  void reset(const program& program, strategy& strategy, const settings& settings, recording* record);
  void start_threads();
  void check_leaks();

  // Scheduling, in execution_schedule.cpp.
  void wait_for_turn(thread& self) noexcept;
  void schedule_next(thread& self) noexcept;
  void begin_step(step next) noexcept;
  void make_somebody_runnable(thread& self) noexcept;
  void advance(thread& other) noexcept;
  void switch_to(thread& other) noexcept;
  void end_thread(thread& self) noexcept;
  [[noreturn]] void fail_blocked() noexcept;
  bool is_preemption(thread_id next) const noexcept;
  void add_choices(choice_list& list, const thread& of) const noexcept;
  std::uint64_t key_of(std::uint64_t events, std::uint64_t spinning, thread_id current, std::uint32_t stale,
                       std::uint32_t spurious) const noexcept;
  std::uint64_t spin_word() const noexcept;
  thread_set timers_due() const noexcept;

  // The search for fair cycles, in execution_progress.cpp.
  void look_for_cycle() noexcept;
  std::uint64_t hash_of_state() const noexcept;
  std::uint64_t hash_of_thread(const thread& of) const noexcept;
  [[noreturn]] void fail_cycle(std::uint32_t length) noexcept;
  bool is_word_changed(const thread& sleeper) const noexcept;

  // The effects of steps, in execution_steps.cpp.
  [[gnu::noinline]] void make_step(operation& what) noexcept;
  void execute(thread& self, operation& what) noexcept;
  void access(thread& self, operation& what) noexcept;
  void wait(thread& self, operation& what) noexcept;
  void sleep(thread& self, operation& what) noexcept;
  void leave_trace_on_sleepers(thread& self, const operation& what) noexcept;
  void wake(thread& self, operation& what) noexcept;
  void see(thread& self, std::uint64_t hash) noexcept;
  void begin_call(thread& self) noexcept;
  void note_sleep(thread& self) noexcept;
  std::uint64_t hash_at_step(const thread& of) const noexcept;
  void somebody_wrote() noexcept;
  void note(const thread& self, const operation& what, std::uint64_t after, const char* remark);
  std::size_t sleepers_on(const void* address, std::array<thread_id, max_threads>& found) const noexcept;

  static execution* _active;

  crash_guard _crashes;
  address_space _addresses;
  memory _memory;
  arena _arena;
  std::array<thread, max_threads> _threads;
  fibers::fiber _driver;

  // The state of the current execution.
  const program* _program = nullptr;
  strategy* _strategy = nullptr;
  const settings* _settings = nullptr;
  recording* _recording = nullptr;
  void* _world = nullptr;
  phase _phase = phase::setup;
  outcome _outcome = outcome::completed;
  violation _violation;
  schedule _schedule;

  thread* _current = nullptr;
  /// The thread that lets `_current` run up to its next operation; null outside such a run.
  thread* _advancer = nullptr;
  thread_id _thread_count = 0;
  thread_set _unfinished = 0;
  thread_set _runnable = 0;
  /// The busy-waiting threads. They do not run until another thread writes.
  thread_set _spinning = 0;
  thread_set _asleep = 0;
  /// The threads that sleep with a deadline.
  thread_set _timed = 0;

  cycle_search _cycle;
  std::uint32_t _steps = 0;
  std::uint32_t _preemptions = 0;
  std::uint32_t _stale_reads = 0;
  std::uint32_t _spurious = 0;
  std::uint32_t _sleeps = 0;
  std::uint32_t _stamps = 0;
  std::int64_t _now = 0;
  /// The sum of the hashes of all events. It identifies the partial order of the events.
  std::uint64_t _events = 0;
  /// The same sum over all ends of operations in histories.
  std::uint64_t _ends = 0;
};

}  // namespace cqs::check
