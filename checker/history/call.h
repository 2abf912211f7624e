#pragma once

#include <cstddef>
#include <cstdint>

#include <checker/engine/stamp.h>

namespace cqs::check {

enum class call_status : std::uint8_t { running, returned, aborted };

/// One call of an operation: its arguments, its result, and its times.
struct call {
  std::uint8_t operation = 0;
  thread_id thread = 0;
  call_status status = call_status::running;
  std::int64_t argument = 0;
  std::int64_t result = 0;
  beginning began;
  /// The time at which the call was certainly in the queue: it slept, or the scenario said so.
  ending registered;
  ending ended;

  /// The last time at which the call can have entered the queue.
  const ending& registered_by() const noexcept { return registered.time != 0 ? registered : ended; }
};

inline constexpr std::size_t max_calls = 24;

}  // namespace cqs::check
