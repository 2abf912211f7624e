#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <vector>

#include "simulator/engine/line.h"
#include "simulator/engine/time.h"
#include "support/fibers/fiber.h"

namespace cqs::simulator {

struct processor;

/// The behaviour of a thread since its last pause, to detect a busy-wait.
struct polling {
  const void* address = nullptr;  ///< the only address that it has read
  std::uint64_t value = 0;        ///< the value that it has read there
  simulator::line* line = nullptr;
  bool looked = false;
  bool other = false;        ///< the thread has done anything else, so this is no busy-wait
  std::uint32_t streak = 0;  ///< the number of reads in a row that returned the same value

  // While the thread watches the line instead of reading.
  bool watching = false;
  picoseconds since = 0;
  picoseconds first_look = 0;  ///< the time of its next read
  picoseconds period = 0;
  std::uint32_t most_looks = 0;
  std::uint32_t looks_owed = 0;  ///< reads in the past that returned the old value
};

/// A simulated thread: a fiber with a clock.
struct thread {
  std::size_t index = 0;
  fibers::fiber fiber;
  std::function<void()> body;
  std::exception_ptr failure;

  picoseconds now = 0;
  picoseconds stored = 0;                      ///< the time at which its last store has its line
  const simulator::line* last_line = nullptr;  ///< the line of its last access
  std::uint64_t event = 0;  ///< the number of its valid event; events with other numbers are void

  /// Null for a thread that needs no processor, such as the measuring thread.
  simulator::processor* processor = nullptr;
  unsigned core = 0;
  bool pinned = true;
  picoseconds slice_begin = 0;
  picoseconds ran = 0;  ///< for the fair scheduler: the thread with the least run time goes first
  std::uint64_t voluntary_switches = 0;
  std::uint64_t involuntary_switches = 0;

  simulator::polling polling;

  const void* sleeps_on = nullptr;
  bool timed_out = false;
  bool ended = false;
  std::vector<thread*> joining;
};

}  // namespace cqs::simulator
