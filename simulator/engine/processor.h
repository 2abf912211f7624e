#pragma once

#include <deque>
#include <vector>

#include "simulator/engine/time.h"

namespace cqs::simulator {

struct thread;

/// A hardware thread: the thread that runs on it, and the threads that wait for it.
struct processor {
  unsigned os_index = 0;
  unsigned core = 0;
  thread* current = nullptr;
  std::deque<thread*> queue;
  picoseconds least_ran = 0;  ///< the least run time of its threads; a waking thread counts from about there
  bool give_way = false;      ///< a woken thread must run now
  picoseconds idle_since = 0;
  std::vector<const processor*> siblings;
};

}  // namespace cqs::simulator
