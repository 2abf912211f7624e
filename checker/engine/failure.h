#pragma once

#include <string>

#include <checker/engine/site.h>
#include <checker/engine/violation.h>

namespace cqs::check {

/// Notes what is wrong with the execution under way.
void record_violation(violation_kind kind, std::string message) noexcept;

/// Ends the execution under way. The fibre that calls it is never resumed, and its stack is dropped without
/// being unwound, so that noexcept code can be left too.
[[noreturn]] void drop_execution() noexcept;

/// Ends the execution under way with a violation. `say` makes the message: a callable, so that none of the
/// strings it takes is left on the stack that is dropped.
template <class Say>
[[noreturn, gnu::cold, gnu::noinline]] void fail(violation_kind kind, Say say) noexcept {
  record_violation(kind, say());
  drop_execution();
}

/// The object at `address` in words: what it is, where it was created.
std::string describe(const void* address);

/// `file:line` without the directories.
std::string describe(const site& where);

}  // namespace cqs::check
