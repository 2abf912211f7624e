// Behaviours that send to each other in a circle: blocking senders can deadlock, muted senders cannot. Found
// by exploration.

#include <cqs/cown_runtime.h>

#include <gtest/gtest.h>

#include <checker/explore/explore.h>
#include <checker/scenario.h>

namespace cqs::check {
namespace {

using cown = basic_cown<checked>;
using behaviour = basic_behaviour<checked>;

struct circle {
  explicit circle(overload_policy policy = overload_policy::none)
      : runtime({.policy = policy, .threshold = 1}) {}

  /// Cown `i` sends twice to the other cown, which then sends once more.
  void send(int i, int rounds) {
    runtime.when([this, i, rounds](behaviour& self) { pass_on(self, i, rounds); }, {&cowns[i]});
  }
  void pass_on(behaviour& self, int i, int rounds) {
    for (int n = 0; n < 3 && rounds > 0; ++n) {
      self.when([this, i, rounds](behaviour& next) { pass_on(next, 1 - i, rounds - 1); }, {&cowns[1 - i]});
    }
  }

  basic_cown_runtime<checked> runtime;
  cown cowns[2]{cown(runtime), cown(runtime)};
  checked::stop_source stop;
};

result explore_circle(overload_policy policy) {
  scenario_of<circle> scenario("circle", "two cowns send to each other");
  scenario.world(policy).thread([](circle& w) { w.runtime.run(w.stop.get_token()); }).thread([](circle& w) {
    w.send(0, 1);
    w.runtime.drain();
    w.stop.request_stop();
  });
  return explore_all(scenario, settings{.bound = 1}, limits{.seconds = 10});
}

TEST(cown_circle, deadlocks_if_senders_block) {
  const auto found = explore_circle(overload_policy::block);
  EXPECT_EQ(found.what.kind, violation_kind::deadlock) << found.what.message;
}

TEST(cown_circle, does_not_deadlock_if_senders_are_muted) {
  const auto found = explore_circle(overload_policy::mute);
  EXPECT_FALSE(found.what) << found.what.message;
}

}  // namespace
}  // namespace cqs::check
