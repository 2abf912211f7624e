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

#include "fibres/site.h"
#include "simulator/engine/address_space.h"
#include "simulator/engine/events.h"
#include "simulator/engine/memory.h"
#include "simulator/engine/processor.h"
#include "simulator/engine/thread.h"
#include "simulator/machine.h"

namespace cqs::simulator {

/// Threads in virtual time on a simulated machine. Each runs as a fibre until its next access to shared memory;
/// the one whose clock is farthest behind goes on. So accesses happen in the order of virtual time, and a
/// simulation depends on nothing but its program and its machine.
class simulation {
 public:
  static constexpr picoseconds forever = std::numeric_limits<picoseconds>::max();

  explicit simulation(const machine& machine);
  simulation(const simulation&) = delete;
  simulation& operator=(const simulation&) = delete;
  ~simulation();

  /// The one under way in this thread of the operating system; null outside of all simulated threads.
  static simulation* active() noexcept { return _active; }

  /// Runs `program` in a simulated thread that needs no processor, to its end. Throws what it throws, and
  /// `std::runtime_error` if nobody can go on.
  void run(std::function<void()> program);

  // For simulated threads.

  /// On the processor that the operating system knows by that number; none: a thread that needs no processor.
  thread& start(std::function<void()> body, std::optional<unsigned> os_index, bool pinned = true);
  /// Waits for its end, and throws what it has thrown.
  void join(thread& other);

  picoseconds now() const noexcept { return _current->now; }
  thread& current() const noexcept { return *_current; }
  void sleep_until(picoseconds time);
  /// Iterations of the work between operations.
  void work(std::uint64_t iterations);
  void spend(picoseconds time) { go_on_at(now() + time); }
  void pause();
  void yield();

  /// The effect of an access has to be made between `begin`, which waits for the line, and `finish`.
  picoseconds begin(const void* address, access_kind kind, fibres::site where) {
    return begin(*_current, address, kind, where);
  }
  void finish(picoseconds done) { go_on_at(done); }

  /// A load that a busy-wait has made already, when it was only watching the line.
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

  void futex_wait(const std::uint32_t& word, std::uint32_t expected, fibres::site where);
  /// False if the time was over.
  bool futex_wait_until(const std::uint32_t& word, std::uint32_t expected, picoseconds until,
                        fibres::site where);
  void futex_wake_one(const void* address);

  void* allocate(std::size_t size, std::size_t alignment, const std::type_info& type);
  void free(void* memory, std::size_t size, const std::type_info& type);

  const simulator::machine& machine() const noexcept { return _machine; }
  simulator::memory& memory() noexcept { return _memory; }
  /// Whether the thread sleeps, and not for a time it has chosen.
  static bool sleeps(const thread& t) noexcept { return t.sleeps_on != nullptr; }

 private:
  picoseconds begin(thread& self, const void* address, access_kind kind, fibres::site where);
  void wake_watchers(line& changed, const thread& writer);
  /// A time of the operating system's, which is never twice the same.
  picoseconds about(picoseconds time);
  void poll(picoseconds step);

  void go_on_at(picoseconds time);
  /// Lets others run until this thread's turn has come.
  void dispatch();
  void switch_to(thread& other);
  /// The thread leaves its processor at its time, and whoever waits there gets it.
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
  fibres::fibre _driver;
  thread* _current = nullptr;
  bool _stuck = false;
  std::uint32_t _luck = 1;
};

}  // namespace cqs::simulator
