#pragma once

#include <cstddef>
#include <cstdint>

#include "workloads/coroutines/turns.h"

/// What the members of a group do, as coroutines and as fibers. A `Resource` is what they take turns at:
///
/// | member      | meaning                                                                            |
/// |-------------|------------------------------------------------------------------------------------|
/// | `enter()`   | waits for a turn: to be awaited, or a call that suspends the fiber                 |
/// | `leave(…)`  | ends it; given what `enter` gave, if anything                                      |
/// | `open()`    | what was taken when it was made is given back: the turns begin                     |
/// | `await_opening()` | for one that cannot be closed: waits for `open`                               |
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

/// Has the system provide the part of a fiber's stack that the turns need, before their time begins.
[[gnu::noinline]] inline void touch_stack() {
  volatile char touched[8 * 1024];
  for (std::size_t i = 0; i < sizeof(touched); i += 1024) {
    touched[i] = 0;
  }
}

/// `step_back` is called after each turn, where others wait: a mutex may let the one that has just left come again at once,
/// and then its turns would be no hand-overs.
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
