// The cown runtime: a behaviour has exclusive access to its cowns, every behaviour runs once, and muted cowns
// run again, even when a worker leaves.

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

  void touch(int i) { ++touched[i].write(); }  // a data race unless the behaviour owns the cown
  void work() { runtime.run(stop.get_token()); }
  void end() {
    runtime.drain();
    stop.request_stop();
  }
  void check(int first, int second) {
    require(touched[0].read() == first && touched[1].read() == second,
            "a behaviour did not run exactly once");
  }

  basic_cown_runtime<checked> runtime;
  cown cowns[2]{cown(runtime), cown(runtime)};
  checked::plain<int> touched[2];
  checked::stop_source stop;
  checked::stop_source first_stop;  ///< stops one worker only
};

/// Schedules a behaviour over both cowns, named in this order.
void over_both(world& w, int first, int second) {
  w.runtime.when(
      [&w](behaviour&) {
        w.touch(0);
        w.touch(1);
      },
      {&w.cowns[first], &w.cowns[second]});
}

/// The first cown overloads the second cown with messages, sends more, and then has work of its own.
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

struct behaviour_failed {};

void work_until_a_behaviour_fails(world& w) {
  try {
    w.work();
  } catch (const behaviour_failed&) {
  }
}

struct add_scenarios {
  add_scenarios() {
    add_scenario<world>("cown_runtime.1.drained", "a drain hands over what the behaviours did")
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          w.runtime.when([&w](behaviour&) { w.touch(0); }, {&w.cowns[0]});
          w.runtime.drain();
          w.check(1, 0);
          w.stop.request_stop();
        });

    add_scenario<world>("cown_runtime.1.both",
                        "two behaviours over both cowns in opposite orders, and one over the first cown")
        .thread([](world& w) { w.work(); })
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          over_both(w, 0, 1);
          over_both(w, 1, 0);
          w.runtime.when([&w](behaviour&) { w.touch(0); }, {&w.cowns[0]});
          w.end();
        })
        .finally([](world& w) { w.check(3, 2); });

    add_scenario<world>("cown_runtime.1.overload", "a cown sends to an overloaded cown; two workers")
        .thread([](world& w) { w.work(); })
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          overload(w);
          w.end();
        })
        .finally([](world& w) { w.check(3, 3); });

    add_scenario<world>("cown_runtime.1.alone", "a cown sends to an overloaded cown; one worker")
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          overload(w);
          over_both(w, 1, 0);
          w.end();
        })
        .finally([](world& w) { w.check(4, 4); });

    add_scenario<world>("cown_runtime.1.outside",
                        "a thread outside the runtime waits while its receiver is overloaded")
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          for (int i = 0; i < 3; ++i) {
            w.runtime.when([&w](behaviour&) { w.touch(0); }, {&w.cowns[0]});
          }
          w.end();
        })
        .finally([](world& w) { w.check(3, 0); });

    add_scenario<world>("cown_runtime.1.stop", "a stop request arrives while there is work")
        .thread([](world& w) {
          w.runtime.run(w.first_stop.get_token());
          require(w.touched[0].read() == 1, "a behaviour began after the stop request");
          w.work();
        })
        .thread([](world& w) {
          w.runtime.when(
              [&w](behaviour&) {
                w.touch(0);
                w.first_stop.request_stop();
              },
              {&w.cowns[0]});
          w.runtime.when([&w](behaviour&) { w.touch(0); }, {&w.cowns[0]});
          w.end();
        })
        .finally([](world& w) { w.check(2, 0); });

    add_scenario<world>("cown_runtime.1.leaving", "a worker stops while a behaviour is scheduled")
        .thread([](world& w) { w.runtime.run(w.first_stop.get_token()); })
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          w.runtime.when(
              [&w](behaviour&) {
                w.touch(0);
                w.stop.request_stop();
              },
              {&w.cowns[0]});
          w.first_stop.request_stop();
        })
        .finally([](world& w) { w.check(1, 0); });

    add_scenario<world>("cown_runtime.1.failing",
                        "a behaviour throws and its worker leaves; the other worker continues")
        .thread([](world& w) { work_until_a_behaviour_fails(w); })
        .thread([](world& w) { work_until_a_behaviour_fails(w); })
        .thread([](world& w) {
          w.runtime.when([](behaviour&) { throw behaviour_failed{}; }, {&w.cowns[0], &w.cowns[1]});
          w.runtime.when(
              [&w](behaviour&) {
                w.touch(1);
                w.stop.request_stop();
              },
              {&w.cowns[0], &w.cowns[1]});
        })
        .finally([](world& w) { w.check(0, 1); });
  }
};

[[maybe_unused]] const add_scenarios added;

}  // namespace
}  // namespace cqs::check
