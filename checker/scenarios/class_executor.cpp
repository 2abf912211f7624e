// The class executor: no lost event, no task run twice at once, no sleeping worker while a task waits.

#include <cqs/class_executor.h>

#include <checker/registry.h>

namespace cqs::check {
namespace {

struct world {
  explicit world(std::size_t workers = 1) : executor({.workers = workers, .bypass = 1, .capacity = 2}) {
    for (int i = 0; i < 2; ++i) {
      ids[i] = executor.add(i == 0 ? task_class::subscriber : task_class::client, [this, i] { run_task(i); });
    }
  }

  void event(int i) {
    sent[i].fetch_add(1, std::memory_order_relaxed);
    executor.trigger(ids[i]);
  }
  void run_task(int i) {
    ++inside[i].write();  // a race, if it runs twice at once
    seen[i].write() = sent[i].load(std::memory_order_relaxed);
  }
  void work() { executor.run(stop.get_token()); }
  void end() {
    executor.drain();
    stop.request_stop();
  }
  void check() {
    for (int i = 0; i < 2; ++i) {
      require(seen[i].read() == sent[i].load(std::memory_order_relaxed), "every event is followed by a run");
    }
  }

  basic_class_executor<checked> executor;
  basic_class_executor<checked>::task_id ids[2]{};
  checked::atomic<std::uint32_t> sent[2]{{0}, {0}};
  checked::plain<std::uint32_t> seen[2];
  checked::plain<int> inside[2];
  checked::stop_source stop;
};

struct add_scenarios {
  add_scenarios() {
    add_scenario<world>("class_executor.1.events", "an event may come while its task runs")
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          w.event(0);
          w.event(0);
          w.end();
        })
        .finally([](world& w) { w.check(); });

    add_scenario<world>("class_executor.1.classes", "a task of each class, one worker")
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          w.event(1);
          w.event(0);
          w.end();
        })
        .finally([](world& w) { w.check(); });

    add_scenario<world>("class_executor.2.workers", "two workers, events of one task from two threads")
        .world(std::size_t{2})
        .thread([](world& w) { w.work(); })
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          w.event(0);
          w.event(0);
          w.end();
        })
        .finally([](world& w) { w.check(); });

    add_scenario<world>("class_executor.2.absent", "one of two workers never comes: the other steals")
        .world(std::size_t{2})
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          w.event(0);
          w.event(1);
          w.end();
        })
        .finally([](world& w) { w.check(); });
  }
};

[[maybe_unused]] const add_scenarios added;

}  // namespace
}  // namespace cqs::check
