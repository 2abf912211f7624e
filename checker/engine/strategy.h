#pragma once

#include <checker/engine/schedule.h>

namespace cqs::check {

class execution;

/// A strategy chooses the thread that makes the next step.
class strategy {
 public:
  virtual ~strategy() = default;

  /// Called when an execution begins. The threads exist; none of them has made a step.
  virtual void begin(const execution&) {}

  /// Returns the next step, one of `execution::list_choices`, or `abandon`. There is at least one choice.
  virtual step choose(const execution& now) = 0;

  /// Called after the execution. Prepares the next one; returns false if there is none.
  virtual bool next() = 0;
};

}  // namespace cqs::check
