#pragma once

#include <deque>
#include <vector>

#include "simulator/engine/time.h"

namespace cqs::simulator {

struct thread;

/// A hardware thread: who runs on it, and who waits for it.
struct processor {
  unsigned os_index = 0;
  unsigned core = 0;
  thread* current = nullptr;
  std::deque<thread*> queue;
  picoseconds least_ran = 0;  ///< of those who were here; whoever comes from a sleep counts from about there
  bool give_way = false;      ///< a thread was woken that is to run now
  std::vector<const processor*> siblings;
};

}  // namespace cqs::simulator
