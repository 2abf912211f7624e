// Cowns: behaviours have their cowns alone, every one runs once, and muted cowns run again.

#include <array>

#include <cqs/cown_runtime.h>

#include <checker/registry.h>

namespace cqs::check {
namespace {

using cown = basic_cown<checked>;
using behaviour = basic_behaviour<checked>;

struct world {
  explicit world(overload_policy policy = overload_policy::mute)
      : runtime({.policy = policy, .threshold = 1}) {}

  void touch(int i) { ++touched[i].write(); }  // a race, unless the cown is the behaviour's alone
  void work() { runtime.run(stop.get_token()); }
  void end() {
    runtime.drain();
    stop.request_stop();
  }
  void check(int first, int second) {
    require(touched[0].read() == first && touched[1].read() == second, "every behaviour runs once");
  }

  basic_cown_runtime<checked> runtime;
  cown cowns[2]{cown(runtime), cown(runtime)};
  checked::plain<int> touched[2];
  checked::stop_source stop;
};

/// Over both cowns, named in this order.
void over_both(world& w, int first, int second) {
  w.runtime.when(
      [&w](behaviour&) {
        w.touch(0);
        w.touch(1);
      },
      {&w.cowns[first], &w.cowns[second]});
}

/// The first cown sends to the second what makes it overloaded, and more; and then has something to do itself.
void overload(world& w) {
  w.runtime.when(
      [&w](behaviour& self) {
        w.touch(0);
        for (int i = 0; i < 2; ++i) {
          self.when([&w](behaviour&) { w.touch(1); }, {&w.cowns[1]});
        }
        self.when(
            [&w](behaviour& next) {
              w.touch(0);
              next.when([&w](behaviour&) { w.touch(1); }, {&w.cowns[1]});
              next.when([&w](behaviour&) { w.touch(0); }, {&w.cowns[0]});
            },
            {&w.cowns[0]});
      },
      {&w.cowns[0]});
}

struct add_scenarios {
  add_scenarios() {
    add_scenario<world>("cown_runtime.1.both",
                        "two behaviours over both cowns, named in opposite orders, and one over the first")
        .thread([](world& w) { w.work(); })
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          over_both(w, 0, 1);
          over_both(w, 1, 0);
          w.runtime.when([&w](behaviour&) { w.touch(0); }, {&w.cowns[0]});
          w.end();
        })
        .finally([](world& w) { w.check(3, 2); });

    add_scenario<world>("cown_runtime.1.overload", "a cown sends to an overloaded one, two workers")
        .thread([](world& w) { w.work(); })
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          overload(w);
          w.end();
        })
        .finally([](world& w) { w.check(3, 3); });

    add_scenario<world>("cown_runtime.1.alone", "the same, one worker")
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          overload(w);
          over_both(w, 1, 0);
          w.end();
        })
        .finally([](world& w) { w.check(4, 4); });

    add_scenario<world>("cown_runtime.1.outside", "a thread outside waits while its receiver is overloaded")
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          for (int i = 0; i < 3; ++i) {
            w.runtime.when([&w](behaviour&) { w.touch(0); }, {&w.cowns[0]});
          }
          w.end();
        })
        .finally([](world& w) { w.check(3, 0); });
  }
};

[[maybe_unused]] const add_scenarios added;

}  // namespace
}  // namespace cqs::check
