#pragma once

#include <cstdint>

#include <checker/engine/vector_clock.h>

namespace cqs::check {

/// The time at which a call of a history began: the first step of its thread in the call.
struct beginning {
  /// The position among all beginnings and ends of the execution.
  std::uint32_t time = 0;
  /// The events that happened before it.
  vector_clock known;
};

/// The time at which a call of a history ended or entered the queue: the last step of its thread before that.
struct ending {
  /// 0 if this never happened.
  std::uint32_t time = 0;
  vector_clock::tick tick = 0;
  thread_id thread = 0;
};

}  // namespace cqs::check
