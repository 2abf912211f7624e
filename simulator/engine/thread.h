#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <vector>

#include "fibres/fibre.h"
#include "simulator/engine/line.h"
#include "simulator/engine/time.h"

namespace cqs::simulator {

struct processor;

/// What a thread has been doing since its last pause, to know a busy-wait when it sees one.
struct polling {
  const void* address = nullptr;  ///< of the only thing it has looked at
  std::uint64_t value = 0;        ///< what it has seen there
  simulator::line* line = nullptr;
  bool looked = false;
  bool other = false;        ///< it has done anything else, and so is no busy-wait
  std::uint32_t streak = 0;  ///< how often it has looked in vain

  // While it watches the line instead of looking.
  bool watching = false;
  picoseconds since = 0;
  picoseconds first_look = 0;  ///< when it would look next
  picoseconds period = 0;
  std::uint32_t most_looks = 0;
  std::uint32_t looks_owed = 0;  ///< looks that lie in the past, and saw the old value
};

/// A simulated thread: a fibre with a clock of its own.
struct thread {
  std::size_t index = 0;
  fibres::fibre fibre;
  std::function<void()> body;
  std::exception_ptr failure;

  picoseconds now = 0;
  picoseconds stored = 0;   ///< when the last of its stores has its line
  std::uint64_t event = 0;  ///< the one that counts; those with another number are void

  simulator::processor* processor = nullptr;  ///< none: it takes nobody's place, as the one that measures
  unsigned core = 0;
  bool pinned = true;
  picoseconds slice_begin = 0;
  picoseconds ran = 0;  ///< for the fair scheduler: the least goes first
  std::uint64_t voluntary_switches = 0;
  std::uint64_t involuntary_switches = 0;

  simulator::polling polling;

  const void* sleeps_on = nullptr;
  bool timed_out = false;
  bool ended = false;
  std::vector<thread*> joining;
};

}  // namespace cqs::simulator
