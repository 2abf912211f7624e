#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "simulator/engine/address_space.h"
#include "simulator/engine/events.h"
#include "simulator/engine/memory.h"
#include "simulator/engine/processor.h"
#include "simulator/engine/thread.h"
#include "simulator/machine.h"
#include "support/fibers/site.h"

namespace cqs::simulator {

/// Runs threads in virtual time on a simulated machine. Each thread is a fiber that runs until its next
/// access to shared memory. Then the thread with the earliest clock continues. So accesses happen in the
/// order of virtual time, and a simulation depends only on its program and its machine.
class simulation {
 public:
  static constexpr picoseconds forever = std::numeric_limits<picoseconds>::max();

  explicit simulation(const machine& machine);
  simulation(const simulation&) = delete;
  simulation& operator=(const simulation&) = delete;
  ~simulation();

  /// Returns the simulation that runs in this thread of the operating system; null outside simulated threads.
  static simulation* active() noexcept { return _active; }

  /// Runs `program` to its end, in a simulated thread that needs no processor. Rethrows its exception. Throws
  /// `std::runtime_error` on a deadlock.
  void run(std::function<void()> program);

  // The interface for simulated threads.

  /// Starts a thread on the processor with this number of the operating system. Without a number, the thread
  /// needs no processor.
  thread& start(std::function<void()> body, std::optional<unsigned> os_index, bool pinned = true);
  /// Waits for the end of the thread and rethrows its exception.
  void join(thread& other);

  picoseconds now() const noexcept { return _current->now; }
  thread& current() const noexcept { return *_current; }
  void sleep_until(picoseconds time);
  /// Performs this number of iterations of the work between operations.
  void work(std::uint64_t iterations);
  void spend(picoseconds time) { go_on_at(now() + time); }
  void pause();
  void yield();
  void read_clock();

  /// Perform the effect of an access between `begin`, which waits for the line, and `finish`.
  picoseconds begin(const void* address, access_kind kind, fibers::site where) {
    return begin(*_current, address, kind, where);
  }
  void finish(picoseconds done) { go_on_at(done); }

  /// Accounts for a load that a busy-wait already made while the thread only watched the line.
  bool owed_look(const void* address, std::uint64_t& value) noexcept {
    polling& p = _current->polling;
    if (p.looks_owed == 0) {
      return false;
    }
    if (p.address != address) {
      p.looks_owed = 0;
      return false;
    }
    value = p.value;
    return true;
  }
  void has_seen(std::uint64_t value) noexcept { _current->polling.value = value; }

  void futex_wait(const std::uint32_t& word, std::uint32_t expected, fibers::site where);
  /// Returns false on a timeout.
  bool futex_wait_until(const std::uint32_t& word, std::uint32_t expected, picoseconds until,
                        fibers::site where);
  void futex_wake_one(const void* address);

  void* allocate(std::size_t size, std::size_t alignment, const std::type_info& type);
  void free(void* memory, std::size_t size, const std::type_info& type);

  const simulator::machine& machine() const noexcept { return _machine; }
  simulator::memory& memory() noexcept { return _memory; }
  /// Returns true if the thread sleeps on a word of memory, not for a given time.
  static bool sleeps(const thread& t) noexcept { return t.sleeps_on != nullptr; }

 private:
  picoseconds begin(thread& self, const void* address, access_kind kind, fibers::site where);
  void wake_watchers(line& changed, const thread& writer);
  /// Lets other threads run until the line has served this one.
  void wait_for(line& busy);
  void grant(line& free, picoseconds time);
  /// The time from a wake-up until the thread is runnable on this processor.
  picoseconds wake_up_time(const processor* where, picoseconds time);
  /// A duration of the operating system with random variation.
  picoseconds about(picoseconds time);
  void poll(picoseconds step);

  void go_on_at(picoseconds time);
  /// Lets other threads run until it is this thread's turn.
  void dispatch();
  void switch_to(thread& other);
  /// Takes the thread off its processor at its time, and gives the processor to a waiting thread.
  void leave_processor(thread& self);
  void preempt(thread& self);
  bool must_give_way(const thread& self) const noexcept;
  void make_runnable(thread& woken, picoseconds time);
  void place(thread& woken, picoseconds time);
  void sleep(thread& self, picoseconds asleep, picoseconds until);
  void end_sleep(thread& sleeper);
  [[noreturn]] void end(thread& self);
  static void begin_thread(void* self);

  static simulation* _active;

  const simulator::machine& _machine;
  address_space _addresses;
  simulator::memory _memory;
  events _events;
  std::vector<processor> _processors;
  std::deque<thread> _threads;
  std::unordered_map<const void*, std::deque<thread*>> _sleepers;
  fibers::fiber _driver;
  thread* _current = nullptr;
  bool _stuck = false;
  std::uint32_t _luck = 1;
};

}  // namespace cqs::simulator
