#pragma once

#include <cstddef>

namespace cqs::check {

/// The program of an execution: threads over a world. Every execution creates a new world.
class program {
 public:
  virtual ~program() = default;

  virtual std::size_t thread_count() const noexcept = 0;
  /// Creates the world with `execution::create`. Runs alone.
  virtual void* make_world() const = 0;
  /// The body of a thread, from 0 to `thread_count() - 1`.
  virtual void run_thread(std::size_t thread, void* world) const = 0;
  /// Checks the world after all threads have ended, and destroys it. Runs alone.
  virtual void finish(void* world) const = 0;
};

}  // namespace cqs::check
