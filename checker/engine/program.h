#pragma once

#include <cstddef>

namespace cqs::check {

/// What an execution runs: threads over a world that is made anew every time.
class program {
 public:
  virtual ~program() = default;

  virtual std::size_t thread_count() const noexcept = 0;
  /// Makes the world, with `execution::create`. Runs alone.
  virtual void* make_world() const = 0;
  /// The body of a thread, 0 up to `thread_count() - 1`.
  virtual void run_thread(std::size_t thread, void* world) const = 0;
  /// Inspects the world when every thread has ended, and destroys it. Runs alone.
  virtual void finish(void* world) const = 0;
};

}  // namespace cqs::check
