#pragma once

#include <checker/engine/schedule.h>

namespace cqs::check {

class execution;

/// Who decides which thread makes the next step.
class strategy {
 public:
  virtual ~strategy() = default;

  /// An execution begins. The threads exist; none has made a step.
  virtual void begin(const execution&) {}

  /// The next step, one of `execution::list_choices`, of which there is at least one; or `abandon`.
  virtual step choose(const execution& now) = 0;

  /// The execution is over. Prepares the next one; false if there is none.
  virtual bool next() = 0;
};

}  // namespace cqs::check
