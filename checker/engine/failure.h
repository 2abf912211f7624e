#pragma once

#include <string>

#include <checker/engine/site.h>
#include <checker/engine/violation.h>

namespace cqs::check {

/// Records a violation of the current execution.
void record_violation(violation_kind kind, std::string message) noexcept;

/// Ends the current execution. The calling fiber is never resumed. Its stack is discarded without unwinding,
/// so noexcept code may call this.
[[noreturn]] void drop_execution() noexcept;

/// Ends the current execution with a violation. The callable `say` makes the message, so that no string
/// remains on the discarded stack.
template <class Say>
[[noreturn, gnu::cold, gnu::noinline]] void fail(violation_kind kind, Say say) noexcept {
  record_violation(kind, say());
  drop_execution();
}

/// Describes the object at `address`: its type and its place of creation.
std::string describe(const void* address);

/// Returns `file:line` without the directories.
std::string describe(const site& where);

}  // namespace cqs::check
