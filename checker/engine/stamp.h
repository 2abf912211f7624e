#pragma once

#include <cstdint>

#include <checker/engine/vector_clock.h>

namespace cqs::check {

/// The moment at which a call of a history began: with the first step its thread made in it.
struct beginning {
  /// Ordinal, among all beginnings and endings of the execution.
  std::uint32_t time = 0;
  /// What happened before it.
  vector_clock known;
};

/// The moment at which a call of a history ended, or had its place in the queue: with the last step its
/// thread made before.
struct ending {
  /// 0: it never did.
  std::uint32_t time = 0;
  vector_clock::tick tick = 0;
  thread_id thread = 0;
};

}  // namespace cqs::check
