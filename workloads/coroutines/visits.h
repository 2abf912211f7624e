#pragma once

#include <cstddef>
#include <cstdint>

#include "workloads/coroutines/turns.h"

/// The members' code, for coroutines and for fibers. A `Resource` is the object of their turns:
///
/// | member      | meaning                                                                            |
/// |-------------|------------------------------------------------------------------------------------|
/// | `enter()`   | waits for a turn: an awaitable, or a call that suspends the fiber                  |
/// | `leave(…)`  | ends the turn; takes the result of `enter`, if it has one                          |
/// | `open()`    | gives back what the constructor took: the turns begin                              |
/// | `await_opening()` | for a resource that cannot begin closed: waits for `open`                    |
/// | `exclusive` | whether at most one may be inside                                                  |
namespace cqs::workloads {

template <class Task, class Resource>
Task visit(turns& all, Resource& resource) {
  all.come();
  for (std::uint64_t i = 0; i < all.rounds(); ++i) {
    if constexpr (Resource::has_elements) {
      auto element = co_await resource.enter();
      resource.leave(element);
    } else {
      co_await resource.enter();
      if constexpr (Resource::exclusive) {
        all.pass_alone(&i);
      }
      resource.leave();
    }
  }
  all.leave();
}

/// Makes the system map the part of a fiber's stack that the turns need, before the time begins.
[[gnu::noinline]] inline void touch_stack() {
  volatile char touched[8 * 1024];
  for (std::size_t i = 0; i < sizeof(touched); i += 1024) {
    touched[i] = 0;
  }
}

/// Calls `step_back` after each turn while others wait. Some mutexes let the previous holder reacquire
/// immediately; then its turns would not be hand-offs.
template <class Resource, class StepBack>
void visit_as_fiber(turns& all, Resource& resource, StepBack step_back) {
  touch_stack();
  all.come();
  if constexpr (requires { resource.await_opening(); }) {
    resource.await_opening();
  }
  for (std::uint64_t i = 0; i < all.rounds(); ++i) {
    if constexpr (Resource::has_elements) {
      auto element = resource.enter();
      resource.leave(element);
    } else {
      resource.enter();
      if constexpr (Resource::exclusive) {
        all.pass_alone(&i);
      }
      resource.leave();
    }
    if (all.members() > 1) {
      step_back();
    }
  }
  all.leave();
}

}  // namespace cqs::workloads
