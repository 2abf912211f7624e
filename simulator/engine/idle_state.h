#pragma once

#include <string>

#include "simulator/engine/time.h"

namespace cqs::simulator {

/// A state of a processor that has nothing to run. The longer it has slept, the deeper its state.
struct idle_state {
  std::string name;
  picoseconds from = 0;  ///< the least time that the processor has slept
  picoseconds exit = 0;  ///< the time to leave the state
};

}  // namespace cqs::simulator
