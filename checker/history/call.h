#pragma once

#include <cstddef>
#include <cstdint>

#include <checker/engine/vector_clock.h>

namespace cqs::check {

enum class call_status : std::uint8_t { running, returned, aborted };

/// One call of an operation: what was asked, what came of it, and when. Times are ordinal; a call that ends
/// at a time before another begins came before it.
struct call {
  std::uint8_t operation = 0;
  thread_id thread = 0;
  call_status status = call_status::running;
  std::int64_t argument = 0;
  std::int64_t result = 0;
  std::uint32_t begin = 0;
  /// When it had surely taken its place in the queue: it slept, or the scenario said so. 0: never.
  std::uint32_t registered = 0;
  std::uint32_t end = 0;

  /// The last moment at which it can have taken its place.
  std::uint32_t registered_by() const noexcept { return registered != 0 ? registered : end; }
};

inline constexpr std::size_t max_calls = 24;

}  // namespace cqs::check
