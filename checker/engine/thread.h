#pragma once

#include <cstddef>
#include <cstdint>

#include <checker/engine/operation.h>
#include <checker/engine/stamp.h>
#include <checker/engine/vector_clock.h>
#include <support/fibers/fiber.h>

namespace cqs::check {

/// The reason why a futex wait returned.
enum class wake_reason : std::uint8_t { none, woken, timed_out, spurious };

/// A thread of a scenario: a fiber, its next operation, and its knowledge of other threads.
struct thread {
  thread_id id = 0;
  fibers::fiber stack;

  /// The operation that the thread is about to perform, or sleeps in.
  const operation* pending = nullptr;
  /// The variant of the operation, chosen by the scheduler.
  std::uint8_t variant = 0;
  /// The number of steps so far.
  std::uint32_t steps = 0;

  /// The clock of the events that happen before the next operation.
  vector_clock clock;
  /// A hash of all actions and observations of the thread.
  std::uint64_t hash = 0;

  /// The thread has called `pause` or `yield` since its last operation, so a switch is no preemption.
  bool pausing = false;
  bool yielded = false;
  /// The number of pauses since another thread last wrote.
  std::uint8_t pauses = 0;

  wake_reason woken = wake_reason::none;
  /// The position in the order in which threads fell asleep.
  std::uint32_t sleep_order = 0;

  /// Counts down to the `create` that must fail; 0 for none.
  std::uint32_t allocations_until_failure = 0;

  /// Destinations for the time of the next operation and of the next sleep: see `history`.
  beginning* stamp_next_step = nullptr;
  ending* stamp_sleep = nullptr;
  /// A pause counts as sleep there.
  bool pause_is_stamped = false;

  /// The end of the thread's own frames, below which the checker's begin, and a hash of its registers there. Kept while
  /// the execution is examined for cycles.
  const std::byte* frame = nullptr;
  std::uint64_t registers = 0;

  /// The last operation, for reports on events without a source location.
  site last;
};

}  // namespace cqs::check
