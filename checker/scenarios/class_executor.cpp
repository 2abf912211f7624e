// The class executor: no event is lost, no task runs twice at once, and no worker sleeps while a task is
// ready, even when a worker leaves.

#include <cqs/class_executor.h>

#include <stdexcept>
#include <string_view>

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
    if (throws.exchange(0, std::memory_order_relaxed) != 0) {
      throw task_failed{};
    }
    ++inside[i].write();  // a data race if the task runs twice at once
    seen[i].write() = sent[i].load(std::memory_order_relaxed);
  }
  void work() { executor.run(stop.get_token()); }
  void work_until_a_task_fails() {
    try {
      work();
    } catch (const task_failed&) {
    }
  }
  /// Works, unless all places of workers are taken.
  void work_if_there_is_a_place(const checked::stop_source& until) {
    try {
      executor.run(until.get_token());
    } catch (const std::logic_error& error) {
      require(std::string_view(error.what()).find("as many threads") != std::string_view::npos,
              "a worker that takes a place of another finds it as that one left it");
    }
  }
  /// Puts another task into the place of the first, as soon as the place is free.
  void replace() {
    executor.remove(ids[0]);
    try {
      executor.add(task_class::client, [this] { ++inside[0].write(); });
    } catch (const std::length_error&) {
    }
  }
  /// The task that replaces the first, if it does so yet.
  auto next_of_first() const {
    auto id = ids[0];
    ++id.generation;
    return id;
  }
  void end() {
    executor.drain();
    stop.request_stop();
  }
  void check() {
    for (int i = 0; i < 2; ++i) {
      require(seen[i].read() == sent[i].load(std::memory_order_relaxed), "every event is followed by a run");
    }
  }

  struct task_failed {};

  basic_class_executor<checked> executor;
  basic_class_executor<checked>::task_id ids[2]{};
  checked::atomic<std::uint32_t> sent[2]{{0}, {0}};
  checked::plain<std::uint32_t> seen[2];
  checked::plain<int> inside[2];
  checked::atomic<std::uint32_t> throws{0};  ///< makes the next run of a task throw
  checked::stop_source stop;
  checked::stop_source first_stop;  ///< stops one worker only
};

/// Threads tell one task of an event and wait until it has run.
struct drained {
  void trigger_and_drain() {
    executor.trigger(id);
    executor.drain();
    require(runs.load(std::memory_order_relaxed) > 0, "drain has returned before the event was run");
  }
  void event() {
    trigger_and_drain();
    if (left.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      stop.request_stop();
    }
  }
  void last_event() {
    trigger_and_drain();
    stop.request_stop();
  }

  basic_class_executor<checked> executor{{.workers = 1, .bypass = 1, .capacity = 1}};
  checked::atomic<std::uint32_t> runs{0};
  checked::atomic<std::uint32_t> left{2};
  checked::stop_source stop;
  basic_class_executor<checked>::task_id id =
      executor.add(task_class::subscriber, [this] { runs.fetch_add(1, std::memory_order_relaxed); });
};

struct add_scenarios {
  add_scenarios() {
    add_scenario<world>("class_executor.1.events", "an event may arrive while its task runs")
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          w.event(0);
          w.event(0);
          w.end();
        })
        .finally([](world& w) { w.check(); });

    add_scenario<world>("class_executor.1.classes", "one worker runs a task of each class")
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          w.event(1);
          w.event(0);
          w.end();
        })
        .finally([](world& w) { w.check(); });

    add_scenario<world>("class_executor.1.drained", "a drain hands over what the tasks did")
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          w.event(0);
          w.executor.drain();
          w.check();
          w.stop.request_stop();
        });

    add_scenario<world>("class_executor.1.relieved", "a worker takes the place of one that has left")
        .thread([](world& w) { w.work_if_there_is_a_place(w.first_stop); })
        .thread([](world& w) { w.work_if_there_is_a_place(w.stop); })
        .thread([](world& w) {
          w.first_stop.request_stop();
          w.stop.request_stop();
        });

    add_scenario<world>("class_executor.1.replaced", "a task takes the place of another")
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          w.executor.trigger(w.ids[0]);
          w.replace();
          w.end();
        })
        .thread([](world& w) { w.executor.trigger(w.next_of_first()); });

    add_scenario<world>("class_executor.2.workers", "two workers; two threads trigger the same task")
        .world(std::size_t{2})
        .thread([](world& w) { w.work(); })
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          w.event(0);
          w.event(0);
          w.end();
        })
        .finally([](world& w) { w.check(); });

    add_scenario<world>("class_executor.2.absent",
                        "one of two workers never starts: the other steals its tasks")
        .world(std::size_t{2})
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          w.event(0);
          w.event(1);
          w.end();
        })
        .finally([](world& w) { w.check(); });

    add_scenario<world>("class_executor.2.leaving", "a worker stops while an event arrives")
        .world(std::size_t{2})
        .thread([](world& w) { w.executor.run(w.first_stop.get_token()); })
        .thread([](world& w) { w.work(); })
        .thread([](world& w) {
          w.event(0);
          w.first_stop.request_stop();
          w.end();
        })
        .finally([](world& w) { w.check(); });

    add_scenario<drained>("class_executor.1.drain", "two threads trigger one task and drain")
        .thread([](drained& w) { w.executor.run(w.stop.get_token()); })
        .thread([](drained& w) { w.event(); })
        .thread([](drained& w) { w.event(); });

    add_scenario<drained>("class_executor.1.counted",
                          "a drain waits for a task that another thread has triggered")
        .thread([](drained& w) {
          w.executor.trigger(w.id);
          w.executor.run(w.stop.get_token());
        })
        .thread([](drained& w) { w.last_event(); });

    add_scenario<world>("class_executor.2.failing",
                        "a task throws and its worker leaves; the other worker continues")
        .world(std::size_t{2})
        .thread([](world& w) { w.work_until_a_task_fails(); })
        .thread([](world& w) { w.work_until_a_task_fails(); })
        .thread([](world& w) {
          w.throws.store(1, std::memory_order_relaxed);
          w.executor.trigger(w.ids[1]);
          w.event(0);
          w.event(0);
          w.end();
        })
        .finally(
            [](world& w) { require(w.throws.load(std::memory_order_relaxed) == 0, "a task has thrown"); });
  }
};

[[maybe_unused]] const add_scenarios added;

}  // namespace
}  // namespace cqs::check
