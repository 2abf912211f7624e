#pragma once

#include <cstdint>

#include <checker/engine/operation.h>
#include <checker/engine/stamp.h>
#include <checker/engine/vector_clock.h>
#include <fibres/fibre.h>

namespace cqs::check {

/// Why a thread returned from a futex wait.
enum class wake_reason : std::uint8_t { none, woken, timed_out, spurious };

/// A thread of a scenario: a fibre, what it is about to do, and what it knows.
struct thread {
  thread_id id = 0;
  fibres::fibre stack;

  /// The operation it waits to perform, or sleeps in.
  const operation* pending = nullptr;
  /// How to perform it: the scheduler's choice.
  std::uint8_t variant = 0;
  /// Steps it has made.
  std::uint32_t steps = 0;

  /// What happens before its next operation.
  vector_clock clock;
  /// Everything it has done and seen.
  std::uint64_t hash = 0;

  /// It has called `pause` or `yield` since its last operation: leaving it now is no preemption.
  bool pausing = false;
  bool yielded = false;
  /// Pauses since somebody else last wrote.
  std::uint8_t pauses = 0;

  wake_reason woken = wake_reason::none;
  /// Its place in the order in which threads fell asleep.
  std::uint32_t sleep_order = 0;

  /// The create, counted down, that is to fail; 0 for none.
  std::uint32_t allocations_until_failure = 0;

  /// Where to note when its next operation happens, and when it falls asleep: see `history`.
  beginning* stamp_next_step = nullptr;
  ending* stamp_sleep = nullptr;
  /// A pause counts as sleep there.
  bool pause_is_stamped = false;

  /// Its last operation, for reports on what has no place of its own in the source.
  site last;
};

}  // namespace cqs::check
