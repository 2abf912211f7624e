#pragma once

#include <string>

#include <checker/history/specifications/barrier.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {

/// A barrier of the baselines for two threads. Each thread publishes data to the other before it arrives.
template <class Barrier>
struct barrier_world {
  using specification = barrier_specification;

  void arrive_and_wait() {
    auto call = calls.begin(specification::arrive_and_wait);
    barrier.arrive_and_wait();
    call.returns();
  }

  /// Two phases: both threads write in the first and read in the second.
  void pass(checked::plain<int>& own, const checked::plain<int>& others) {
    own.write() = 1;
    arrive_and_wait();
    require(others.read() == 1, "a write from before the end of the phase is not visible");
    arrive_and_wait();
    own.write() = 2;
  }

  Barrier barrier{2};
  checked::plain<int> left{0};
  checked::plain<int> right{0};
  history calls;
};

template <class Barrier>
void add_phases(const std::string& prefix) {
  using world = barrier_world<Barrier>;
  add_scenario<world>(prefix + ".phases", "two threads run two phases")
      .thread([](world& w) { w.pass(w.left, w.right); })
      .thread([](world& w) { w.pass(w.right, w.left); })
      .finally([](world& w) { require_linearizable(w.calls, barrier_specification{.parties = 2}); });
}

}  // namespace cqs::check
